/** The replay by keyboard. */

import type { Scope } from '../kit/lifecycle/Scope'
import type { Replay } from './playback/Replay'

const KEY_SKIP_SECONDS = 2

/** What keys do; `stepWord` goes to the next word, or back to the last one. */
export interface Keyboard {
  readonly replay: Replay
  stepWord(back: boolean): void
}

const KEYS: Record<string, (keyboard: Keyboard) => void> = {
  ' ': ({ replay }) => replay.toggle(),
  ArrowLeft: ({ replay }) => replay.skip(-KEY_SKIP_SECONDS),
  ArrowRight: ({ replay }) => replay.skip(KEY_SKIP_SECONDS),
  'Shift+ArrowLeft': (keyboard) => keyboard.stepWord(true),
  'Shift+ArrowRight': (keyboard) => keyboard.stepWord(false),
  Home: ({ replay }) => replay.seek(0),
  End: ({ replay }) => replay.seek(replay.duration),
}

/** Keys work everywhere except where they have another meaning: in a menu, on a button, among words, in the picture. */
export function listenForKeys(keyboard: Keyboard, scope: Scope): void {
  scope.listen(document, 'keydown', (event) => {
    const act = KEYS[event.shiftKey ? `Shift+${event.key}` : event.key]
    if (!act || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTaken(event)) return
    event.preventDefault()
    act(keyboard)
  })
}

function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('select, input, textarea')) return true
  return key === ' ' ? target.closest('button, a, summary') !== null : target.closest('.viewer') !== null
}
