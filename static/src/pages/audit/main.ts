import '../../kit/styles/staff.css'
import '../../replay/replay.css'

import './audit.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enter } from '../../session/enter'
import { AuditPage } from './AuditPage'

const root = document.querySelector<HTMLElement>('#page')
if (root) void enter(root, 'Audit log', (client) => new AuditPage(root, client, new Scope()).load())
