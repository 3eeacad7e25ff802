import '../../kit/styles/staff.css'

import { LandmarksClient } from '../../api/LandmarksClient'
import { Scope } from '../../kit/lifecycle/Scope'
import { enterStaff } from '../../session/enterStaff'

void enterStaff('Seconds by person', async (root) => {
  const { TimingPage } = await import('./TimingPage')
  return (client) => new TimingPage(root, new LandmarksClient(client.token), new Scope()).load()
})
