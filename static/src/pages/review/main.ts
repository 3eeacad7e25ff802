import '../../kit/styles/staff.css'
import '../../replay/replay.css'

import './review.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enterStaff } from '../../session/enterStaff'

void enterStaff('Review', async (root) => {
  const { ReviewPage } = await import('./ReviewPage')
  return (client) => new ReviewPage(root, client, new Scope()).load()
})
