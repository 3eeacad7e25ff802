/** The replay by keyboard. */

import { actionsIn } from '../kit/keys/actions'
import { actionOf } from '../kit/keys/bindings'
import { listenForActions } from '../kit/keys/listenForActions'
import { SKIP_SECONDS } from '../kit/keys/showKeys'
import type { Scope } from '../kit/lifecycle/Scope'
import type { Replay } from './playback/Replay'

/** What keys do; `stepWord` goes to the next word, or back to the last one. */
export interface Keyboard {
  readonly replay: Replay
  stepWord(back: boolean): void
}

/** Keys work everywhere except where they have another meaning: in a menu, on a button, among words, in the picture. */
export function listenForKeys(keyboard: Keyboard, scope: Scope): void {
  const { replay } = keyboard
  const acts = {
    replayPlay: () => replay.toggle(),
    replayBack: () => replay.skip(-SKIP_SECONDS),
    replayAhead: () => replay.skip(SKIP_SECONDS),
    wordBack: () => keyboard.stepWord(true),
    wordAhead: () => keyboard.stepWord(false),
    replayStart: () => replay.seek(0),
    replayEnd: () => replay.seek(replay.duration),
  }
  listenForActions(scope, acts, (event) => isInPicture(event) && actionOf(event, actionsIn(['viewer'])) !== null)
}

const isInPicture = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.closest('.viewer') !== null
