import { ApiClient } from '../api/ApiClient'
import { takeToken } from '../api/token'
import { guideTask } from '../tasks/guide/guideTask'
import { runTask } from '../tasks/runTask'

const page = document.querySelector<HTMLElement>('#page')
if (page) void runTask(page, new ApiClient(takeToken()), guideTask)
