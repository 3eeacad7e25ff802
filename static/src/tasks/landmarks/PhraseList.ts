import { button, relabel } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { capKeys } from '../../kit/keys/showKeys'
import { Emitter } from '../../kit/lifecycle/Emitter'
import type { Scope } from '../../kit/lifecycle/Scope'
import { excerptOf, type Piece } from '../../annotations/excerpt'
import { own } from './messages/own'
import type { PhraseVoice } from './PhraseVoice'
import type { Phrase, Sentence } from './wire'

interface PhraseListEvents {
  /** A person wants to see where the Guide looked at this phrase. */
  look: number
  /** Another phrase is talked of. */
  change: number
  /** The voice could not be heard. */
  unheard: null
}

/** The phrases of an item, each marked in its sentence, with what plays it. One of them is talked of. */
export class PhraseList extends Emitter<PhraseListEvents> {
  readonly element = html('div', { class: 'landmark-phrases' })
  private readonly cards: readonly PhraseCard[]
  private chosen = 0

  constructor(
    private readonly scope: Scope,
    private readonly phrases: readonly Phrase[],
    private readonly voice: PhraseVoice,
  ) {
    super()
    const several = phrases.length > 1
    this.cards = phrases.map((phrase, number) => new PhraseCard(scope, phrase, {
      number: several ? number + 1 : null,
      play: () => this.play(number),
      look: several ? () => this.emit('look', number) : null,
    }))
    this.element.append(...this.cards.map(({ element }) => element))
    scope.add(voice.on('change', (sentence) => this.cards.forEach((card, number) => card.tellHeard(sentence !== null && number === this.chosen))))
    this.choose(0)
  }

  /** The number of the phrase that is talked of. */
  get current(): number {
    return this.chosen
  }

  get phrase(): Phrase | null {
    return this.phrases[this.chosen] ?? null
  }

  /** This phrase is talked of: its keys play it and lead to it. */
  choose(number: number): void {
    if (number !== this.chosen) this.voice.stop()
    this.chosen = number
    if (this.cards.length < 2) return this.cards[0]?.keys(this.scope)
    this.cards.forEach((card, each) => card.element.toggleAttribute('data-current', each === number))
    this.cards[number]?.element.scrollIntoView({ block: 'nearest' })
    this.emit('change', number)
  }

  /** Plays a phrase, or stops it. */
  play(number = this.chosen): void {
    const phrase = this.phrases[number]
    if (!phrase) return
    if (number !== this.chosen) this.choose(number)
    this.voice.toggle(phrase).catch(() => !this.scope.disposed && this.emit('unheard', null))
  }
}

interface CardParts {
  /** Where there are several: which one it is. */
  number: number | null
  play: () => void
  look: (() => void) | null
}

class PhraseCard {
  readonly element: HTMLElement
  private readonly player: HTMLButtonElement | null
  private hasKeys = false

  constructor(scope: Scope, phrase: Phrase, { number, play, look }: CardParts) {
    const { sentence, start_time: start } = phrase
    const name = number === null ? '' : `-${number}`
    const label = number === null ? own('words.label') : own('words.at', { number })
    this.player = sentence.voice_url === null ? null : button(scope, { name: `play-phrase${name}`, label: own(start === null ? 'words.playAll' : 'words.play'), icon: 'play', press: play })
    const there = look && phrase.looks.length > 0 ? [button(scope, { name: `look-phrase${name}`, label: own('words.look'), icon: 'picture', press: look })] : []
    const text = html('p', { class: 'landmark-words', lang: sentence.language, dir: sentence.direction, 'data-testid': `phrase${name}` })
    const more = wholeText(scope, phrase, text)
    const badge = number === null ? [] : [html('span', { class: 'landmark-number', 'aria-hidden': 'true' }, String(number))]
    const why = voiceHint(phrase)
    const controls = html('div', { class: 'landmark-controls' }, ...(this.player ? [this.player] : []), ...there, ...more)
    this.element = html('section', { class: 'landmark-phrase', 'aria-label': label }, ...badge, text, controls, ...(why === null ? [] : [html('p', { class: 'hint', 'data-testid': `voice-hint${name}` }, why)]))
  }

  /** Shows its key on the button that plays. */
  keys(scope: Scope): void {
    if (this.player && !this.hasKeys) capKeys(scope, this.player, 'playPhrase')
    this.hasKeys = true
  }

  tellHeard(heard: boolean): void {
    if (!this.player) return
    this.player.dataset.label ??= this.player.querySelector('span')?.textContent ?? ''
    relabel(this.player, heard ? own('words.stop') : this.player.dataset.label, heard ? 'pause' : 'play')
    this.player.toggleAttribute('data-heard', heard)
  }
}

/** Shows the phrase in its sentence; where more was said, returns what shows all of it. */
function wholeText(scope: Scope, phrase: Phrase, place: HTMLElement): HTMLElement[] {
  let whole = false
  const show = (): boolean => {
    const { pieces, cut: [before, after] } = excerptOf(phrase, whole)
    place.replaceChildren(...(before ? ['… '] : []), ...pieces.map(shown), ...(after ? [' …'] : []))
    return before || after
  }
  if (!show()) return []
  const more = button(scope, {
    name: 'all-words',
    label: own('words.all'),
    look: 'link',
    press: () => {
      whole = !whole
      show()
      const label = more.querySelector('span')
      if (label) label.textContent = own(whole ? 'words.less' : 'words.all')
    },
  })
  return [more]
}

function shown({ text, part }: Piece): Node | string {
  if (part === 'around') return text
  return html('mark', { class: part === 'head' ? 'landmark-head' : '' }, text)
}

function voiceHint({ sentence, start_time: start }: { sentence: Sentence; start_time: number | null }): string | null {
  if (sentence.voice_url === null) return own('words.noVoice')
  return start === null ? own('words.untimed') : null
}
