import '../../kit/styles/staff.css'
import '../../replay/replay.css'

import './questions.css'

import { enter } from '../../session/enter'
import { QuestionsPage } from './QuestionsPage'

const root = document.querySelector<HTMLElement>('#page')
if (root) void enter(root, 'Questions', (client) => new QuestionsPage(root, client).load())
