import { html } from '../kit/dom/html'
import { t } from '../kit/messages/messages'
import { prefer, preference } from '../kit/preferences/preferences'

export const MEDIA_ACTIONS = ['playOrPause', 'back', 'ahead', 'faster', 'slower', 'skipSilence'] as const

export type MediaAction = (typeof MEDIA_ACTIONS)[number]

/** Keys pressed together, as modifiers and a `KeyboardEvent.code`: `Alt+ArrowLeft`. */
export type Chord = string

type MediaKeys = Readonly<Record<MediaAction, Chord>>

export const USUAL_KEYS: MediaKeys = {
  playOrPause: 'Escape',
  back: 'Alt+ArrowLeft',
  ahead: 'Alt+ArrowRight',
  faster: 'Alt+ArrowUp',
  slower: 'Alt+ArrowDown',
  skipSilence: 'Alt+Period',
}

/** How far `back` and `ahead` jump, in seconds. */
export const SKIP_SECONDS = 2

const KEYS_PREFERENCE = 'media-keys'
const MODIFIERS = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const
const ALONE = /^(Escape|F\d+|Media\w+|Pause)$/
const HELD = /^(Control|Alt|Shift|Meta)(Left|Right)$/
const KEY_SIGNS: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Period: '.',
  Comma: ',',
  Slash: '/',
}

type Pressed = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>

/** The chord that is pressed; null while only Ctrl, Alt and the like are held. */
export function chordOf({ code, ctrlKey, altKey, shiftKey, metaKey }: Pressed): Chord | null {
  if (HELD.test(code)) return null
  const held = [ctrlKey, altKey, shiftKey, metaKey]
  return [...MODIFIERS.filter((_, index) => held[index]), code].join('+')
}

/** Whether a chord does not disturb typing: it includes Ctrl, Alt or Meta, or is a key that writes nothing. */
export function leavesTyping(chord: Chord): boolean {
  return ALONE.test(chord.split('+').at(-1) ?? '') || /(Ctrl|Alt|Meta)\+/.test(chord)
}

/** A chord as keyboards name its keys: `['Alt', '←']`. */
export function keyNames(chord: Chord): string[] {
  return chord.split('+').map((code) => KEY_SIGNS[code] ?? code.replace(/^(Key|Digit)/, ''))
}

/** The keys that this person uses. */
export function mediaKeys(): MediaKeys {
  return { ...USUAL_KEYS, ...readKeys(preference(KEYS_PREFERENCE)) }
}

export function keepMediaKeys(keys: MediaKeys): void {
  prefer(KEYS_PREFERENCE, JSON.stringify(keys))
}

/** The keys in a stored choice; anything that cannot be read is left out. */
export function readKeys(kept: string | null): Partial<MediaKeys> {
  try {
    const chosen = Object.entries(JSON.parse(kept ?? '{}') as object)
    return Object.fromEntries(chosen.filter(([action, chord]) => isAction(action) && isChord(chord)))
  } catch {
    return {}
  }
}

const isAction = (name: string): name is MediaAction => (MEDIA_ACTIONS as readonly string[]).includes(name)
const isChord = (value: unknown): boolean => typeof value === 'string' && leavesTyping(value)

/** Keys as they look on a keyboard. */
export function keyCaps(chord: Chord): HTMLElement {
  return html('span', { class: 'keys' }, ...keyNames(chord).map((name) => html('kbd', {}, name)))
}

/** The display name of an action. */
export function actionName(action: MediaAction): string {
  return t(`player.${action}`, { seconds: SKIP_SECONDS })
}
