/** Keys pressed together, as modifiers and the name of a key: `Alt+ArrowLeft`, `KeyP`, `Plus`. */
export type Chord = string

const MODIFIERS = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const
const HELD = /^(Control|Alt|Shift|Meta|OS)(Left|Right)?$|^AltGraph$/
const WRITES_NOTHING = /^(Escape|F\d+|Media\w+|Pause)$/
/** Keys that the browser or the system takes before a page, or that everybody needs to move through the page. */
const RESERVED = /(^|\+)Tab$|^(Ctrl|Meta)\+(Shift\+)?Key[LNPRTW]$|^(Ctrl\+)?F(5|11|12)$|^Alt\+F4$|^Alt\+Space$/
/** Keys that edit a text. */
const EDITS = /^(Ctrl|Meta)\+(Shift\+)?(Key[ABCIUVXYZ]|Arrow\w+|Home|End|Backspace|Delete)$/
const SIGNS: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Period: '.',
  Comma: ',',
  Slash: '/',
  Plus: '+',
  Minus: '−',
  BracketLeft: '[',
  BracketRight: ']',
  Delete: 'Del',
  Question: '?',
}
/** Written alike on all keyboards that have them, wherever they are: with or without Shift, or on the number block. */
const BY_SIGN: Record<string, string> = { '+': 'Plus', '=': 'Plus', '-': 'Minus', '−': 'Minus', _: 'Minus', '?': 'Question', '؟': 'Question' }

export type Pressed = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>

/**
 * The chord that is pressed; null while only Ctrl, Alt and the like are held. A Latin letter is the key that is labelled with
 * it; where a keyboard writes another script, the place of the key counts, as it does for signs.
 */
export function chordOf(pressed: Pressed): Chord | null {
  const { key, ctrlKey, altKey, shiftKey, metaKey } = pressed
  const name = keyName(pressed)
  if (name === null) return null
  const shifted = shiftKey && BY_SIGN[key] !== name
  const held = [ctrlKey, altKey, shifted, metaKey]
  return [...MODIFIERS.filter((_, index) => held[index]), name].join('+')
}

function keyName({ code, key }: Pressed): string | null {
  if (HELD.test(key) || HELD.test(code)) return null
  if (BY_SIGN[key]) return BY_SIGN[key]
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`
  if (/^(Enter|Escape|Home|End|Arrow\w+)$/.test(key)) return key
  return code || (key === ' ' ? 'Space' : key) || null
}

/** Whether a chord does not disturb typing: it includes Ctrl, Alt or Meta and edits nothing, or is a key that writes nothing. */
export function leavesTyping(chord: Chord): boolean {
  if (EDITS.test(chord)) return false
  return WRITES_NOTHING.test(chord.split('+').at(-1) ?? '') || /(Ctrl|Alt|Meta)\+/.test(chord)
}

/** Whether a page cannot have these keys, or must not take them from people. */
export const isReserved = (chord: Chord): boolean => RESERVED.test(chord)

/** A chord as keyboards name its keys: `['Alt', '←']`. */
export function keyNames(chord: Chord): string[] {
  return chord.split('+').map((name) => SIGNS[name] ?? name.replace(/^(Key|Digit)/, ''))
}
