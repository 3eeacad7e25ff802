import '../../kit/styles/staff.css'
import '../../replay/replay.css'

import './audit.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enterStaff } from '../../session/enterStaff'

void enterStaff('Audit log', async (root) => {
  const { AuditPage } = await import('./AuditPage')
  return (client) => new AuditPage(root, client, new Scope()).load()
})
