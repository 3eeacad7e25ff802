import { ApiClient } from '../api/ApiClient'
import { takeToken } from '../api/token'
import { openMessages } from '../messages/messages'
import { guideTask } from '../tasks/guide/guideTask'
import { runTask } from '../tasks/runTask'

const page = document.querySelector<HTMLElement>('#page')
if (page) void openMessages().then(() => runTask(page, new ApiClient(takeToken()), guideTask))
