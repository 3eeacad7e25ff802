/** The replay by keyboard. */

import type { Scope } from '../lifecycle/Scope'
import type { Replay } from './Replay'

const SKIP = 2

const KEYS: Record<string, (replay: Replay) => void> = {
  ' ': (replay) => replay.toggle(),
  ArrowLeft: (replay) => replay.skip(-SKIP),
  ArrowRight: (replay) => replay.skip(SKIP),
  Home: (replay) => replay.seek(0),
  End: (replay) => replay.seek(replay.duration),
}

/** Keys work everywhere but where they mean something else: in a choice, on a button, among words, in the picture. */
export function listenForKeys(replay: Replay, scope: Scope): void {
  scope.listen(document, 'keydown', (event) => {
    const act = KEYS[event.key]
    if (!act || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTaken(event)) return
    event.preventDefault()
    act(replay)
  })
}

function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('select, input, textarea')) return true
  return key === ' ' ? target.closest('button, a, summary') !== null : target.closest('.viewer') !== null
}
