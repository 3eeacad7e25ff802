import '../../kit/styles/staff.css'
import '../../viewer/viewer.css'
import '../../map/map.css'

import './place.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enterStaff } from '../../session/enterStaff'

void enterStaff('Place', async (root) => {
  const { PlacePage } = await import('./PlacePage')
  return (client) => new PlacePage(root, client, new Scope()).load()
})
