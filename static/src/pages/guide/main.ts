import { openMessages } from '../../kit/messages/messages'
import { enter } from '../../session/enter'
import guideTask from '../../tasks/guide/task'
import { runTask } from '../../tasks/running/runTask'

const page = document.querySelector<HTMLElement>('#page')
if (page) void openMessages().then(() => enter(page, guideTask.title(), (client) => runTask(page, client, guideTask)))
