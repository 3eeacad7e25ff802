/** Moving in the reviewers' queue. */

import type { ReviewSummary } from '../../api/types'

type Entry = Pick<ReviewSummary, 'task_id' | 'claimed_by' | 'own'>

/** Whether this reviewer may open it: no other reviewer has it open, and it is not about their own work. */
export function isOpenTo({ claimed_by: holder, own }: Entry, reviewer: number): boolean {
  return !own && (holder === null || holder === reviewer)
}

/**
 * The next (`step` 1) or previous (-1) entry that this reviewer may open, seen from `current`; null at the end. If
 * `current` is not in the queue, the next entry is the first.
 */
export function neighbour<Item extends Entry>(queue: readonly Item[], current: string | null, step: 1 | -1, reviewer: number): Item | null {
  const place = queue.findIndex(({ task_id: taskId }) => taskId === current)
  const following = step === 1 ? queue.slice(place + 1) : queue.slice(0, Math.max(0, place)).reverse()
  return following.find((entry) => isOpenTo(entry, reviewer)) ?? null
}
