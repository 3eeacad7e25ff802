import { Emitter } from '../lifecycle/Emitter'
import { prefer, preference } from '../preferences/preferences'
import { type Action, ACTIONS, actsWhileTyping, isAction, meet, usualKeys } from './actions'
import { type Chord, chordOf, isReserved, leavesTyping, type Pressed } from './chords'

const PREFERENCE = 'keys'

type Chosen = Partial<Record<Action, Chord>>

/** Why keys cannot be had: taken by another action, not the page's to take, or in the way of typing. */
export type Refusal = { readonly why: 'taken'; readonly by: Action } | { readonly why: 'reserved' | 'plain' }

class Changes extends Emitter<{ change: null }> {
  tell(): void {
    this.emit('change', null)
  }
}

const changes = new Changes()

/** Says when a person has chosen other keys on this page. */
export const keyChanges: Emitter<{ change: null }> = changes

/** The keys that lead to an action, the one to show first. */
export function keysOf(action: Action): readonly [Chord, ...Chord[]] {
  const own = chosen()[action]
  return own === undefined ? (usualKeys(action) as [Chord, ...Chord[]]) : [own]
}

/** Which of these actions a press means; null where none of them. */
export function actionOf<Name extends Action>(event: Pressed & { readonly isComposing?: boolean }, actions: readonly Name[]): Name | null {
  if (event.isComposing) return null
  const chord = chordOf(event)
  return actions.find((action) => chord !== null && keysOf(action).includes(chord)) ?? null
}

/** Gives an action other keys, unless they are refused. */
export function changeKeys(action: Action, chord: Chord): Refusal | null {
  const refusal = refusalOf(action, chord)
  if (refusal === null) keep({ ...chosen(), [action]: chord })
  return refusal
}

/** Goes back to the usual keys of these actions. */
export function resetKeys(actions: readonly Action[]): void {
  keep(Object.fromEntries(Object.entries(chosen()).filter(([action]) => !actions.includes(action as Action))))
}

function refusalOf(action: Action, chord: Chord): Refusal | null {
  if (isReserved(chord)) return { why: 'reserved' }
  if (actsWhileTyping(action) && !leavesTyping(chord)) return { why: 'plain' }
  const by = ACTIONS.find((other) => other !== action && meet(action, other) && keysOf(other).includes(chord))
  return by === undefined ? null : { why: 'taken', by }
}

function keep(chosen: Chosen): void {
  prefer(PREFERENCE, JSON.stringify(chosen))
  changes.tell()
}

const chosen = (): Chosen => readChosen(preference(PREFERENCE))

/** What was chosen earlier; anything that cannot be read, or would not be accepted today, is left out. */
export function readChosen(kept: string | null): Chosen {
  try {
    const entries = Object.entries(JSON.parse(kept ?? '{}') as object)
    return Object.fromEntries(entries.filter(([action, chord]) => isAction(action) && isUsable(action, chord)))
  } catch {
    return {}
  }
}

const isUsable = (action: Action, chord: unknown): boolean =>
  typeof chord === 'string' && chord !== '' && !isReserved(chord) && (!actsWhileTyping(action) || leavesTyping(chord))
