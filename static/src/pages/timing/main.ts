import '../../kit/styles/staff.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enterStaff } from '../../session/enterStaff'

void enterStaff('Seconds by person', async (root) => {
  const { TimingPage } = await import('./TimingPage')
  return (client) => new TimingPage(root, client, new Scope()).load()
})
