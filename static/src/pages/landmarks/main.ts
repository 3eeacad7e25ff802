import '../../kit/styles/staff.css'

import './landmarks.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enterStaff } from '../../session/enterStaff'

void enterStaff('Landmarks', async (root) => {
  const { LandmarksPage } = await import('./LandmarksPage')
  return (client) => new LandmarksPage(root, client, new Scope()).load()
})
