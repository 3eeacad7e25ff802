import { problemMessage } from '../../kit/notices/message'
import { Scope } from '../../kit/lifecycle/Scope'
import { openMessages, t } from '../../kit/messages/messages'
import { enter } from '../../session/enter'
import { TaskFrame } from '../../kit/frame/TaskFrame'
import { loadTask } from './loadTask'

/** `/task/KIND` shows a task of any kind. */
async function show(page: HTMLElement): Promise<void> {
  await openMessages()
  const kind = location.pathname.split('/')[2] ?? ''
  try {
    const task = await loadTask(kind)
    document.title = `PanGEA · ${task.title()}`
    await enter(page, task.title(), (client) => task.run(page, client))
  } catch (error) {
    const scope = new Scope()
    const root = new TaskFrame(scope, page, kind, []).turnTo('problem', undefined, false)
    root.append(problemMessage(scope, error, { title: t('problem.title'), retry: () => location.reload() }))
  }
}

const page = document.querySelector<HTMLElement>('#page')
if (page) void show(page)
