import '../../kit/styles/staff.css'
import '../../replay/replay.css'

import './live.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enter } from '../../session/enter'
import { LivePage } from './LivePage'

const root = document.querySelector<HTMLElement>('#page')
if (root) void enter(root, 'Live training', (client) => new LivePage(root, client, new Scope()).load())
