import type { Kind } from '../../api/ApiClient'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { type ReasonedVerdict, templates } from './reasons'

interface Parts {
  verdict: ReasonedVerdict
  kind: Kind
  confirm: (reason: string) => void
  cancel: () => void
}

const TITLES: Record<ReasonedVerdict, string> = { reject: 'Why is it rejected?', send_back: 'What should be mended?' }
const LONGEST = 2000

/** Asks for the reason that the annotator will read: a template by its number, or words of one's own. */
export class ReasonForm {
  readonly element: HTMLElement
  private readonly text = html('textarea', { class: 'reason-text', rows: 3, maxlength: LONGEST, 'aria-label': 'Reason', 'data-testid': 'reason' })
  private readonly send: HTMLButtonElement
  private readonly first: HTMLElement

  constructor(
    scope: Scope,
    private readonly parts: Parts,
  ) {
    const { verdict, kind, cancel } = parts
    const choices = templates(verdict, kind).map((template, index) => this.choice(scope, template, index))
    const label = verdict === 'reject' ? 'Reject' : 'Send back'
    this.send = button(scope, { name: 'reason-send', label, look: verdict === 'reject' ? 'danger' : 'primary', press: () => this.confirm() })
    const stay = button(scope, { name: 'reason-cancel', label: 'Cancel', press: cancel })
    this.first = choices[0] ?? this.text
    this.element = html(
      'form',
      { class: 'reason-form', 'aria-label': TITLES[verdict], 'data-testid': 'reason-form' },
      html('h3', {}, TITLES[verdict]),
      html('p', { class: 'hint' }, 'The annotator reads this.'),
      html('div', { class: 'reason-choices' }, ...choices),
      this.text,
      html('div', { class: 'reason-actions' }, stay, this.send),
    )
    scope.listen(this.element, 'submit', (event) => event.preventDefault())
    scope.listen(this.text, 'input', () => this.enable())
    scope.listen(this.element, 'keydown', (event) => this.press(event))
    this.enable()
  }

  focus(): void {
    this.first.focus()
  }

  private choice(scope: Scope, template: string, index: number): HTMLButtonElement {
    const choice = html('button', { type: 'button', class: 'reason-choice', 'data-testid': 'reason-choice' }, html('kbd', {}, String(index + 1)), html('span', {}, template))
    scope.listen(choice, 'click', () => this.add(template))
    return choice
  }

  /** Templates may be joined, and are there to be changed. */
  private add(template: string): void {
    const { text } = this
    if (!text.value.includes(template)) text.value = `${text.value.trim()} ${template}`.trim()
    this.enable()
    text.focus()
  }

  private press(event: KeyboardEvent): void {
    const template = templates(this.parts.verdict, this.parts.kind)[Number(event.key) - 1]
    if (event.key === 'Escape') this.parts.cancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.confirm()
    else if (template !== undefined && event.target !== this.text) this.add(template)
    else return
    event.preventDefault()
  }

  private confirm(): void {
    const reason = this.text.value.trim()
    if (reason !== '') this.parts.confirm(reason)
  }

  private enable(): void {
    this.send.disabled = this.text.value.trim() === ''
  }
}
