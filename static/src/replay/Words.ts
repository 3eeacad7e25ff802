import type { TimedWord } from '../api/types'
import { html } from '../kit/dom/html'
import type { Scope } from '../kit/lifecycle/Scope'
import { clockTenths, percent } from '../kit/formatting/format'
import { SpokenWords } from './spokenWords'

/** The timed words of an instruction. The one that is being said is lit; a click on one jumps to it. */
export class Words {
  readonly element: HTMLElement
  private readonly buttons: readonly HTMLButtonElement[]
  readonly spoken: SpokenWords
  private readonly starts: readonly number[]
  private lit = -1

  constructor(
    words: readonly TimedWord[],
    language: string,
    scope: Scope,
    private readonly onChoose: (startTime: number) => void,
  ) {
    this.spoken = new SpokenWords(words)
    this.starts = words.map((word) => word.start_time)
    this.buttons = words.map(wordButton)
    this.element = html('div', { class: 'spoken', lang: language, dir: 'auto', role: 'group', 'aria-label': 'Words', 'data-testid': 'words' })
    for (const button of this.buttons) this.element.append(button, ' ')
    this.buttons[0]?.setAttribute('tabindex', '0')
    scope.listen(this.element, 'click', (event) => this.choose(this.indexOf(event.target)))
    scope.listen(this.element, 'keydown', (event) => this.move(event))
  }

  /** Lights the word that is said at this position of the voice; seconds. */
  show(position: number): void {
    const index = this.spoken.indexAt(position)
    if (index === this.lit) return
    this.buttons[this.lit]?.removeAttribute('aria-current')
    this.buttons[index]?.setAttribute('aria-current', 'true')
    this.lit = index
    if (index >= 0) this.bringIntoView(index)
  }

  private choose(index: number): void {
    const start = this.starts[index]
    if (start === undefined) return
    this.makeTabStop(index)
    this.onChoose(start)
  }

  /** One tab stop for all words: within them, the arrows step from word to word, and the replay goes along. */
  private move(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const index = this.indexOf(event.target)
    if (step === undefined || index < 0) return
    event.preventDefault()
    const next = Math.min(this.buttons.length - 1, Math.max(0, index + step))
    this.choose(next)
    this.buttons[next]?.focus()
  }

  private makeTabStop(index: number): void {
    for (const button of this.element.querySelectorAll('[tabindex="0"]')) button.setAttribute('tabindex', '-1')
    this.buttons[index]?.setAttribute('tabindex', '0')
  }

  private indexOf(target: EventTarget | null): number {
    return target instanceof HTMLButtonElement ? this.buttons.indexOf(target) : -1
  }

  private bringIntoView(index: number): void {
    const word = this.buttons[index]
    if (!word) return
    const [box, place] = [this.element.getBoundingClientRect(), word.getBoundingClientRect()]
    if (place.top < box.top) this.element.scrollTop -= box.top - place.top + place.height
    if (place.bottom > box.bottom) this.element.scrollTop += place.bottom - box.bottom + place.height
  }
}

function wordButton({ word, start_time: start, source, confidence }: TimedWord, index: number): HTMLButtonElement {
  const sure = confidence == null ? '' : `, ${percent(confidence)} sure`
  return html(
    'button',
    {
      type: 'button',
      class: source === 'interpolated' ? 'word word-interpolated' : 'word',
      title: `${clockTenths(start)}, ${source}${sure}`,
      tabindex: -1,
      'data-testid': 'word',
      'data-index': index,
    },
    word,
  )
}
