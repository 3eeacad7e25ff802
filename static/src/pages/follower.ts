import { ApiClient } from '../api/ApiClient'
import { takeToken } from '../api/token'
import { followerTask } from '../tasks/follower/followerTask'
import { runTask } from '../tasks/runTask'

const page = document.querySelector<HTMLElement>('#page')
if (page) void runTask(page, new ApiClient(takeToken()), followerTask)
