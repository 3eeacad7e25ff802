import { openMessages } from '../../kit/messages/messages'
import { enter } from '../../session/enter'
import followerTask from '../../tasks/follower/task'
import { runTask } from '../../tasks/running/runTask'

const page = document.querySelector<HTMLElement>('#page')
if (page) void openMessages().then(() => enter(page, followerTask.title(), (client) => runTask(page, client, followerTask)))
