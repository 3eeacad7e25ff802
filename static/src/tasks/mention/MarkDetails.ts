import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { kindMessage } from '../../kit/messages/kindMessages'
import { Scope } from '../../kit/lifecycle/Scope'
import type { Sentence } from '../landmarks/wire'
import { asksForHead, FORMS, type Mark, nameOf, NUMBERS, spanOf, STATUSES } from './marking'
import { own } from './messages/own'
import type { MarkableText } from './words'

/** As many types as a mark may have. */
const MOST_TYPES = 5

interface DetailsParts {
  text: MarkableText
  sentence: Sentence
  types: readonly string[]
  change: (mark: Mark) => void
}

/** What is asked about the mark that is chosen. */
export class MarkDetails {
  readonly element = html('section', { class: 'mention-details', 'aria-label': own('details'), 'data-testid': 'mark-details' })
  private scope: Scope
  /** The mark whose main word is asked for although it seems plain. */
  private asked: string | null = null

  constructor(
    private readonly parent: Scope,
    private readonly parts: DetailsParts,
  ) {
    this.scope = new Scope(parent)
  }

  show(mark: Mark | null): void {
    const held = this.element.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.testid : undefined
    this.scope.dispose()
    this.scope = new Scope(this.parent)
    this.element.hidden = mark === null
    if (mark === null) return this.element.replaceChildren()
    const { change } = this.parts
    const number = NUMBERS.map((each) => this.chip(`number-${each}`, own(`numbers.${each}`), mark.number === each, () => change({ ...mark, number: each })))
    const form = FORMS.map((each) => this.chip(`form-${each}`, own(`forms.${each}`), mark.form === each, () => change({ ...mark, form: each })))
    const status = STATUSES.map((each) => this.chip(`status-${each}`, own(`statuses.${each}`), mark.status === each, () => change({ ...mark, status: mark.status === each ? null : each })))
    const unseen = html('input', { type: 'checkbox', checked: !mark.visual, 'data-testid': 'unseen' })
    this.scope.listen(unseen, 'change', () => change({ ...mark, visual: !unseen.checked }))
    this.element.replaceChildren(
      this.group(own('ask.types'), 'types', this.typeChips(mark)),
      this.group(own('ask.number'), 'number', number),
      this.group(own('ask.form'), 'form', form),
      ...this.headQuestion(mark),
      this.group(own('ask.status'), 'status', status),
      html('label', { class: 'check-line' }, unseen, html('span', {}, own('ask.unseen'))),
    )
    if (held !== undefined) this.element.querySelector<HTMLElement>(`[data-testid="${held}"]`)?.focus()
  }

  private typeChips(mark: Mark): readonly HTMLElement[] {
    const { types, change } = this.parts
    return types.map((type) => {
      const has = mark.types.includes(type)
      const others = mark.types.filter((each) => each !== type)
      const chip = this.chip(`type-${type}`, typeName(type), has, () => change({ ...mark, types: has ? others : [...others, type] }))
      chip.disabled = !has && others.length >= MOST_TYPES
      return chip
    })
  }

  /** Asked only where nobody is sure; what is plain can be changed all the same. */
  private headQuestion(mark: Mark): readonly HTMLElement[] {
    const { text, change } = this.parts
    const words = text.wordsIn(spanOf(mark))
    const name = nameOf(mark)
    if (words.length < 2 || (mark.head === null && !asksForHead(text, mark))) return []
    if (mark.head !== null && this.asked !== name) {
      const head = html('strong', { lang: this.parts.sentence.language }, text.slice({ start: mark.head[0], end: mark.head[1] }))
      const other = button(this.scope, { name: 'other-head', label: own('ask.otherHead'), look: 'link', press: () => this.askHead(mark, name) })
      return [html('p', { class: 'mention-plain-head', 'data-testid': 'head' }, `${own('ask.plainHead')} `, head, ' ', other)]
    }
    const chips = words.map(({ start, end }, number) => {
      const isHead = mark.head?.[0] === start && mark.head[1] === end
      const chip = this.chip(`head-${number + 1}`, text.slice({ start, end }), isHead, () => change({ ...mark, head: isHead ? null : [start, end] }))
      chip.lang = this.parts.sentence.language
      return chip
    })
    return [this.group(own('ask.head'), 'heads', chips)]
  }

  private askHead(mark: Mark, name: string): void {
    this.asked = name
    this.show(mark)
    this.element.querySelector<HTMLElement>('[data-testid="head-1"]')?.focus()
  }

  private group(label: string, name: string, chips: readonly HTMLElement[]): HTMLElement {
    return html('div', { class: 'mention-group', role: 'group', 'aria-label': label, 'data-testid': name }, html('h2', {}, label), html('div', { class: 'mention-chips' }, ...chips))
  }

  private chip(name: string, label: string, pressed: boolean, press: () => void): HTMLButtonElement {
    const chip = button(this.scope, { name, label, press })
    chip.classList.add('mention-chip')
    chip.setAttribute('aria-pressed', String(pressed))
    return chip
  }
}

/** A campaign may have types of its own, in its own words. */
const typeName = (type: string): string => kindMessage('mention', `types.${type}`) ?? type

/** What a proposal says of its words, in short. */
export const guessed = ({ types, number, visual }: Mark): string =>
  [...types.map(typeName), number === 'unclear' ? null : own(`numbers.${number}`), visual ? null : own('ask.unseen')].filter((each) => each !== null).join(' · ')
