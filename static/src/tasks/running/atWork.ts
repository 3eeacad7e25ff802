import type { Scope } from '../../kit/lifecycle/Scope'

const TELL_EVERY_SECONDS = 30
const SIGNS_OF_PRESENCE = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

/** Reports twice a minute that the person is at work, as long as they use the keyboard or pointer. */
export function watchPresence(scope: Scope, tell: () => void): void {
  let seen = false
  for (const sign of SIGNS_OF_PRESENCE) scope.listen(document, sign, () => (seen = true), { passive: true, capture: true })
  scope.every(TELL_EVERY_SECONDS, () => {
    if (seen) tell()
    seen = false
  })
}

/**
 * Makes this tab the only one with a task, until `scope` ends. If another tab has it, calls `wait`, and resolves with
 * false when that tab has released it.
 */
export async function claimTask(scope: Scope, locks: LockManager, leaseId: string, wait: () => void): Promise<boolean> {
  const name = `pangea-task-${leaseId}`
  const held = () => new Promise<void>((release) => scope.add(release))
  const free = await new Promise<boolean>((resolve) => {
    void locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock && held()
    })
  })
  if (free) return true
  wait()
  await locks.request(name, { signal: scope.signal }, () => undefined)
  return false
}
