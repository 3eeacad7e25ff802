import { problemMessage } from '../../kit/notices/message'
import { Scope } from '../../kit/lifecycle/Scope'
import { openMessages, t } from '../../kit/messages/messages'
import { enter } from '../../session/enter'
import { TaskFrame } from '../../kit/frame/TaskFrame'
import { loadTask } from './loadTask'
import { showWork } from './showWork'

/** `/task/KIND` shows tasks of any kind, and `/work` whatever is next. */
async function show(page: HTMLElement): Promise<void> {
  await openMessages()
  const [, first, kind = ''] = location.pathname.split('/')
  if (first === 'work') return enter(page, t('work.next'), (client) => void showWork(page, client))
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
