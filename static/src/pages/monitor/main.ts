import '../../kit/styles/staff.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enter } from '../../session/enter'
import { MonitorPage } from './MonitorPage'

const root = document.querySelector<HTMLElement>('#page')
if (root) void enter(root, 'Monitor', (client) => new MonitorPage(root, client, new Scope()).refresh())
