import type { ApiClient } from '../../api/ApiClient'
import { TaskFrame } from '../../kit/frame/TaskFrame'
import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { problemMessage } from '../../kit/notices/message'
import { refusal } from '../../session/enter'
import { showNothingToDo, whyNot } from '../../tasks/running/showNothingToDo'
import { loadTask } from './loadTask'

/** `/work`, the one address of a person: whatever is next for them, of any kind, task after task. */
export async function showWork(page: HTMLElement, client: ApiClient, load = loadTask): Promise<void> {
  const scope = new Scope()
  const again = () => {
    scope.dispose()
    void showWork(page, client, load)
  }
  try {
    const next = await client.next()
    const { kind } = next
    if (kind === null) await showNothingToDo({ page, scope, client, kind, title: t('work.next'), why: whyNot(next), retry: again })
    else {
      const task = await load(kind)
      document.title = `PanGEA · ${task.title()}`
      task.run(page, client, again)
    }
  } catch (error) {
    const root = new TaskFrame(scope, page, t('work.next'), []).turnTo('problem', undefined, false)
    root.append(refusal(error) ?? problemMessage(scope, error, { title: t('problem.title'), retry: again }))
  }
}
