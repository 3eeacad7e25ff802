import type { LeaseView, PairingView } from '../../api/types'
import { PairingLine } from '../../dialogue/PairingLine'
import type { TaskContext } from '../phases/defineTask'

/** As what a person takes part in a task for two. */
export function seatOf({ lease_id: id, pairing }: LeaseView): PairingView {
  if (!pairing) throw new Error(`The lease ${id} has no partner.`)
  return pairing
}

/** Joins the line to the partner's page; it ends with the task. */
export const openLine = ({ scope, client, lease }: TaskContext): PairingLine =>
  new PairingLine(scope, { pairingId: seatOf(lease).pairing_id, leaseId: lease.lease_id, token: client.token ?? '' })
