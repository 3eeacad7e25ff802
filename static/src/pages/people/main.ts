import '../../kit/styles/staff.css'

import './people.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enterStaff } from '../../session/enterStaff'

void enterStaff('People', async (root) => {
  const { PeoplePage } = await import('./PeoplePage')
  return (client) => new PeoplePage(root, client, new Scope()).load()
})
