import { Scope } from '../../kit/lifecycle/Scope'

const RENEW_SECONDS = 240
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
 * Renews a lease at intervals, and tells that the person is at work. It rests while an answer is on its way, which ends
 * the lease: a renewal that comes after it is refused.
 */
export class Renewals {
  private going: Scope

  /** `renew` is told whether the person was active just now. */
  constructor(
    private readonly scope: Scope,
    private readonly renew: (isActive: boolean, signal: AbortSignal) => Promise<unknown>,
  ) {
    this.going = this.begin()
  }

  rest(): void {
    this.going.dispose()
  }

  goOn(): void {
    this.going = this.begin()
  }

  private begin(): Scope {
    const going = new Scope(this.scope)
    const renew = (isActive: boolean) => void this.renew(isActive, going.signal).catch(() => undefined)
    going.every(RENEW_SECONDS, () => renew(false))
    watchPresence(going, () => renew(true))
    return going
  }
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
