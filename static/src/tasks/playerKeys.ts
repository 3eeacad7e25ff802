import { html } from '../dom/html'

const KEYS: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['Esc'], 'play, pause'],
  [['Alt', '←'], '2 s back'],
  [['Alt', '→'], '2 s ahead'],
  [['Alt', '↑'], 'faster'],
  [['Alt', '↓'], 'slower'],
]

/** The keys of a `VoicePlayer`. */
export function playerKeys(): HTMLElement {
  const entries = KEYS.map(([keys, text]) =>
    html('li', {}, html('span', { class: 'keys' }, ...keys.map((key) => html('kbd', {}, key))), text),
  )
  return html('ul', { class: 'player-keys', 'aria-label': 'Keys' }, ...entries)
}
