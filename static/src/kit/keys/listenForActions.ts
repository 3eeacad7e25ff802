import type { Scope } from '../lifecycle/Scope'
import type { Action } from './actions'
import { actionOf } from './bindings'

interface Hearing {
  /** Before what has the focus hears of a key, which then does not hear of it: for what lies over something that has keys of its own. */
  readonly first?: boolean
}

type Acts<Name extends Action> = Readonly<Record<Name, (event: KeyboardEvent) => void>>

/**
 * Lets the keys of these actions act wherever the focus is, except where they have another meaning: while somebody types, in a
 * menu, on a button that Enter or Space would press, in a dialog. `taken` says where else.
 */
export function listenForActions<Name extends Action>(
  scope: Scope,
  acts: Acts<Name>,
  taken: (event: KeyboardEvent) => boolean = () => false,
  { first = false }: Hearing = {},
): void {
  const names = Object.keys(acts) as Name[]
  const hear = (event: KeyboardEvent): void => {
    const action = actionOf(event, names)
    if (action === null || event.defaultPrevented || isTaken(event) || taken(event)) return
    event.preventDefault()
    if (first) event.stopPropagation()
    acts[action](event)
  }
  scope.listen(document, 'keydown', hear, { capture: first })
}

function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (document.querySelector('dialog[open]') || target.closest('select, input, textarea, form')) return true
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary') !== null
}
