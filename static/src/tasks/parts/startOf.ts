import type { LeaseView } from '../../api/types'

/** Where a person stands first, in a kind in which everybody stands somewhere. */
export function startOf({ lease_id: id, start }: Pick<LeaseView, 'lease_id' | 'start'>): NonNullable<LeaseView['start']> {
  if (!start) throw new Error(`The lease ${id} has no start.`)
  return start
}
