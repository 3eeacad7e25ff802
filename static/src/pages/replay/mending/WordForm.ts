import { button } from '../../../kit/dom/button'
import { html } from '../../../kit/dom/html'
import type { Scope } from '../../../kit/lifecycle/Scope'
import type { Edge, EditedWord } from './edits'

export interface WordFormHandlers {
  retype(text: string): void
  setEdge(edge: Edge, time: number): void
  step(by: number): void
  play(): void
}

/** The selected word: its text and times, to be typed; and the way to the next one. */
export class WordForm {
  readonly element: HTMLElement
  private readonly word = html('input', { class: 'text-field', type: 'text', dir: 'auto', autocomplete: 'off', spellcheck: true, maxlength: 400, 'data-testid': 'mend-word' })
  private readonly start = timeField('mend-start')
  private readonly end = timeField('mend-end')

  constructor(
    scope: Scope,
    language: string,
    private readonly handlers: WordFormHandlers,
  ) {
    this.word.lang = language
    const act = (name: string, label: string, press: () => void) => button(scope, { name, label, press })
    this.element = html(
      'div',
      { class: 'word-form' },
      act('mend-previous', 'Word before', () => handlers.step(-1)),
      labelled('Word', this.word),
      labelled('Start (s)', this.start),
      labelled('End (s)', this.end),
      act('mend-play', 'Play word', () => handlers.play()),
      act('mend-next', 'Word after', () => handlers.step(1)),
    )
    scope.listen(this.word, 'change', () => handlers.retype(this.word.value))
    this.listenFor(scope, this.start, 'start_time')
    this.listenFor(scope, this.end, 'end_time')
  }

  show({ word, start_time: start, end_time: end }: EditedWord): void {
    this.word.value = word
    this.start.value = start.toFixed(3)
    this.end.value = end.toFixed(3)
  }

  private listenFor(scope: Scope, field: HTMLInputElement, edge: Edge): void {
    scope.listen(field, 'change', () => field.validity.valid && field.value !== '' && this.handlers.setEdge(edge, field.valueAsNumber))
  }
}

function timeField(name: string): HTMLInputElement {
  return html('input', { class: 'text-field time-field', type: 'number', min: 0, step: 'any', 'data-testid': name })
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  return html('label', { class: 'field' }, html('span', {}, text), field)
}
