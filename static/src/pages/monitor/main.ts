import '../../kit/styles/staff.css'

import './dayOne/dayOne.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enterStaff } from '../../session/enterStaff'

void enterStaff('Monitor', async (root) => {
  const { MonitorPage } = await import('./MonitorPage')
  return (client) => new MonitorPage(root, client, new Scope()).refresh()
})
