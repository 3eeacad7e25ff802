import type { ActionLine } from '../api/types'

/** What somebody did, without its time. */
export type Act = Omit<ActionLine, 'time' | 'attempt' | 'recorded'>

type KeyClass = 'letter' | 'digit' | 'space' | 'mark' | 'delete' | 'enter' | 'move' | 'other'

const NAMED: Readonly<Record<string, KeyClass>> = {
  Enter: 'enter',
  Backspace: 'delete',
  Delete: 'delete',
  ArrowLeft: 'move',
  ArrowRight: 'move',
  ArrowUp: 'move',
  ArrowDown: 'move',
  Home: 'move',
  End: 'move',
  PageUp: 'move',
  PageDown: 'move',
  ' ': 'space',
}
const MODIFIERS = ['Control', 'Alt', 'Shift', 'Meta', 'AltGraph']
const WITHOUT_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']
const CONTROLS = 'button, a[href], input, select, textarea, summary, label, [role=button], [role=slider], [role=application], [data-testid]'
const LONGEST_NAME = 100
/** A key that writes one character; the others have names. */
const WRITES = /^.$/su

/** All that is told of a key in a text box: its class, so that nothing of the text can be read from it. */
export function keyClass(key: string): KeyClass {
  const named = NAMED[key]
  if (named) return named
  if (!WRITES.test(key)) return 'other'
  if (/^[\p{L}\p{M}]$/u.test(key)) return 'letter'
  return /^\p{Nd}$/u.test(key) ? 'digit' : 'mark'
}

/** A key outside of text boxes with those held beside it, such as `Shift+ArrowUp`; null for one that is only held. */
export function keyName({ key, ctrlKey, altKey, shiftKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>): string | null {
  if (MODIFIERS.includes(key)) return null
  const shifted = shiftKey && !WRITES.test(key) // A shifted letter is another key already.
  const held = [ctrlKey && 'Ctrl', altKey && 'Alt', shifted && 'Shift', metaKey && 'Meta']
  return [...held.filter((name) => name !== false), key].join('+').slice(0, LONGEST_NAME)
}

/** Whether somebody writes there; a password is not even counted. */
export function isTextBox(target: EventTarget | null): 'text' | 'password' | false {
  if (target instanceof HTMLInputElement) {
    if (target.type === 'password') return 'password'
    return WITHOUT_TEXT.includes(target.type) ? false : 'text'
  }
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable) ? 'text' : false
}

/** The control that an event is on, by its role and stable name; null where it is on none. */
export function targetOf(target: EventTarget | null): NonNullable<ActionLine['on']> | null {
  const control = target instanceof Element ? target.closest(CONTROLS) : null
  if (!control) return null
  const role = control.getAttribute('role') ?? roleOfTag(control)
  const name = control.getAttribute('data-testid') ?? control.id
  return { role: role.slice(0, 40), name: name.slice(0, LONGEST_NAME) }
}

function roleOfTag(control: Element): string {
  const tag = control.tagName.toLowerCase()
  if (control instanceof HTMLInputElement) return control.type
  return { a: 'link', textarea: 'textbox' }[tag] ?? tag
}
