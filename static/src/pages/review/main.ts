import '../../kit/styles/staff.css'
import '../../replay/replay.css'

import './review.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enter } from '../../session/enter'
import { ReviewPage } from './ReviewPage'

const root = document.querySelector<HTMLElement>('#page')
if (root) void enter(root, 'Review', (client) => new ReviewPage(root, client, new Scope()).load())
