import '../../kit/styles/staff.css'
import '../../replay/replay.css'

import './live.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enterStaff } from '../../session/enterStaff'

void enterStaff('Live training', async (root) => {
  const { LivePage } = await import('./LivePage')
  return (client) => new LivePage(root, client, new Scope()).load()
})
