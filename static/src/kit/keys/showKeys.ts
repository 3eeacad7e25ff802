import { html } from '../dom/html'
import type { Scope } from '../lifecycle/Scope'
import { t } from '../messages/messages'
import type { Action } from './actions'
import { keyChanges, keysOf } from './bindings'
import { type Chord, keyNames } from './chords'

/** Seconds that one press moves a voice or a replay. */
export const SKIP_SECONDS = 2

/** What an action is called. */
export const actionName = (action: Action): string => t(`keys.actions.${action}`, { seconds: SKIP_SECONDS })

/** The keys of an action in words, such as "Alt ←". */
export const keyWords = (action: Action): string => keyNames(keysOf(action)[0]).join(' ')

/** Keys as they look on a keyboard. */
export function keyCaps(chord: Chord): HTMLElement {
  return html('span', { class: 'keys' }, ...keyNames(chord).map((name) => html('kbd', {}, name)))
}

/** Says on a control which keys do the same: in its tooltip, and to screen readers. */
export function showKeys(scope: Scope, control: HTMLElement, action: Action): void {
  const show = () => {
    control.title = `${actionName(action)} (${keyWords(action)})`
    control.setAttribute('aria-keyshortcuts', ariaKeys(keysOf(action)[0]))
  }
  show()
  scope.add(keyChanges.on('change', show))
}

/** Shows the keys on a button as well; its name stays what it says. Where there are only fingers, the style sheet hides them. */
export function capKeys(scope: Scope, control: HTMLElement, action: Action): void {
  const caps = html('span', { class: 'button-keys', 'aria-hidden': 'true' })
  const show = () => caps.replaceChildren(keyCaps(keysOf(action)[0]))
  show()
  control.append(caps)
  showKeys(scope, control, action)
  scope.add(keyChanges.on('change', show))
}

/** A chord in the words of `aria-keyshortcuts`. */
export function ariaKeys(chord: Chord): string {
  const names: Record<string, string> = { Ctrl: 'Control', Period: '.', Comma: ',', Slash: '/', Minus: '-', BracketLeft: '[', BracketRight: ']' }
  return chord
    .split('+')
    .map((name) => names[name] ?? name.replace(/^(Key|Digit)/, ''))
    .join('+')
}
