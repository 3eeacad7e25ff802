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
