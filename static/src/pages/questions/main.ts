import '../../kit/styles/staff.css'
import '../../replay/replay.css'

import './questions.css'

import { enterStaff } from '../../session/enterStaff'

void enterStaff('Questions', async (root) => {
  const { QuestionsPage } = await import('./QuestionsPage')
  return (client) => new QuestionsPage(root, client).load()
})
