import type { Kind } from '../../api/ApiClient'
import type { ReviewView } from '../../api/types'
import { html } from '../../kit/dom/html'
import { Scope } from '../../kit/lifecycle/Scope'
import { dayAndTime } from '../../kit/formatting/format'
import { ReasonForm } from './ReasonForm'
import type { ReasonedVerdict } from './reasons'

export type Verdict = 'accept' | 'reject' | 'send_back'
export type Decide = (verdict: Verdict, reason: string) => void

interface Choice {
  readonly verdict: Verdict
  readonly label: string
  readonly key: string
  readonly look: string
}

const ACCEPT: Choice = { verdict: 'accept', label: 'Accept', key: 'A', look: 'primary' }
const REJECT: Choice = { verdict: 'reject', label: 'Reject', key: 'R', look: 'danger-quiet' }
const SEND_BACK: Choice = { verdict: 'send_back', label: 'Send back', key: 'S', look: 'plain' }
/** Only a Guide's transcript can be mended: all else is accepted or rejected. */
const choicesOf = (kind: Kind): readonly Choice[] => (kind === 'guide' ? [ACCEPT, REJECT, SEND_BACK] : [ACCEPT, REJECT])

const VERDICTS: Record<ReviewView['history'][number]['verdict'], string> = {
  accept: 'Accepted',
  reject: 'Rejected',
  send_back: 'Sent back',
  reopen: 'Taken back',
  correct: 'Mended by its annotator',
}

/** Accept, reject, send back; the reason is asked for where the annotator will want one. */
export class DecisionPanel {
  readonly element = html('section', { class: 'card decision', 'aria-label': 'Decision', 'data-testid': 'decision' })
  private formScope: Scope
  private readonly kind: Kind

  constructor(
    private readonly scope: Scope,
    private readonly review: ReviewView,
    private readonly decide: Decide,
  ) {
    this.kind = review.summary.kind
    this.formScope = new Scope(scope)
    this.showChoices()
  }

  /** As if the button for this key had been pressed; whether there is one. */
  press(key: string): boolean {
    const choice = choicesOf(this.kind).find((each) => each.key === key.toUpperCase())
    if (choice) this.choose(choice)
    return choice !== undefined
  }

  /** Until the server has answered, nothing more can be decided. */
  set busy(busy: boolean) {
    for (const each of this.element.querySelectorAll('button')) each.disabled = busy
  }

  private choose({ verdict }: Choice): void {
    if (verdict === 'accept') this.decide(verdict, '')
    else this.askWhy(verdict)
  }

  private askWhy(verdict: ReasonedVerdict): void {
    this.formScope.dispose()
    this.formScope = new Scope(this.scope)
    const form = new ReasonForm(this.formScope, {
      verdict,
      kind: this.kind,
      confirm: (reason) => this.decide(verdict, reason),
      cancel: () => this.showChoices(),
    })
    this.element.replaceChildren(form.element)
    form.focus()
  }

  private showChoices(): void {
    this.formScope.dispose()
    this.formScope = new Scope(this.scope)
    const buttons = choicesOf(this.kind).map((choice) => {
      const { verdict, label, key, look } = choice
      const attributes = { type: 'button', class: `button button-${look}`, 'data-testid': `decide-${verdict}`, 'aria-keyshortcuts': key }
      const element = html('button', attributes, html('span', {}, label), html('kbd', {}, key))
      this.formScope.listen(element, 'click', () => this.choose(choice))
      return element
    })
    this.element.replaceChildren(html('div', { class: 'decision-buttons' }, ...buttons), ...this.past())
  }

  /** What was decided before, when it comes up again. */
  private past(): HTMLElement[] {
    const { history } = this.review
    if (history.length === 0) return []
    const steps = history.map(({ verdict, reason, actor, at }) =>
      html(
        'li',
        {},
        html('strong', {}, VERDICTS[verdict]),
        ` by ${actor === null ? 'the operator' : `person ${actor}`}, ${dayAndTime(at)}`,
        ...(reason ? [html('q', {}, reason)] : []),
      ),
    )
    return [html('details', { class: 'decision-past', open: matchMedia('(width > 900px)').matches }, html('summary', {}, 'What was decided before'), html('ol', {}, ...steps))]
  }
}
