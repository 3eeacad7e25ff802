import './dialogue.css'

import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { isVisible } from '../kit/formatting/visible'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import type { Conversation, TypedText } from './Conversation'
import { lineTrouble } from './lineTrouble'
import type { PairingLine } from './PairingLine'
import { PartnerStatus } from './PartnerStatus'

const MOST_CHARACTERS = 1000
/** After which a text that has not come back was not passed on. */
const LONGEST_WAY_SECONDS = 5

type PanelLine = Pick<PairingLine, 'on' | 'send' | 'state' | 'now' | 'awaySeconds' | 'partnerIsHere' | 'refusal' | 'rejoin'>

/** Beside the viewer: whether the partner is there, what both typed, and a field for more. */
export class DialoguePanel {
  readonly element = html('aside', { class: 'dialogue', 'aria-label': t('dialogue.label'), 'data-testid': 'dialogue' })
  private readonly list = html('ol', { class: 'dialogue-texts', id: 'dialogue-texts', 'aria-live': 'polite', tabindex: 0, 'aria-label': t('dialogue.texts'), 'data-testid': 'dialogue-texts' })
  private readonly field = html('input', { type: 'text', maxlength: MOST_CHARACTERS, dir: 'auto', autocomplete: 'off', enterkeyhint: 'send', placeholder: t('dialogue.placeholder'), 'aria-label': t('dialogue.placeholder'), 'data-testid': 'dialogue-field' })
  private readonly unsent = html('p', { class: 'dialogue-unsent', role: 'alert', 'data-testid': 'dialogue-unsent' })
  /** While a text is on its way. */
  private sending: Scope | null = null

  /** `role` is this person's; `hints` say what they should know all the time. */
  constructor(
    private readonly scope: Scope,
    private readonly line: PanelLine,
    conversation: Conversation,
    private readonly role: string,
    hints: readonly Node[],
  ) {
    const send = button(scope, { name: 'dialogue-send', label: t('dialogue.send'), look: 'primary', press: () => this.send() })
    const body = html('div', { class: 'dialogue-body', id: 'dialogue-body' }, ...hints, lineTrouble(scope, line), this.list)
    body.append(html('div', { class: 'dialogue-write' }, this.field, send), this.unsent)
    this.element.append(html('header', { class: 'dialogue-head' }, new PartnerStatus(scope, line).element, this.toggle(body)), body)
    // Not where a key composes a letter, as for Hindi.
    scope.listen(this.field, 'keydown', (event) => event.key === 'Enter' && !event.isComposing && this.send())
    for (const text of conversation.texts) this.show(text)
    scope.add(conversation.on('text', (text) => this.take(text)))
    scope.add(line.on('state', (state) => state === 'joined' || this.fail()))
  }

  /** On a small screen the panel covers the picture, so it can be folded. */
  private toggle(body: HTMLElement): HTMLButtonElement {
    const toggle = button(this.scope, { name: 'dialogue-toggle', label: '', press: () => fold(!body.hidden) })
    toggle.classList.add('dialogue-toggle')
    toggle.setAttribute('aria-controls', body.id)
    const fold = (folded: boolean): void => {
      body.hidden = folded
      toggle.textContent = t(folded ? 'dialogue.unfold' : 'dialogue.fold')
      toggle.setAttribute('aria-expanded', String(!folded))
    }
    fold(false)
    return toggle
  }

  /** The words stay in the field until they come back: the sign that they were passed on. */
  private send(): void {
    const words = this.field.value.trim()
    if (!isVisible(words) || this.sending) return
    this.unsent.textContent = ''
    if (!this.line.partnerIsHere || !this.line.send({ type: 'text', words })) return this.refuse()
    this.field.readOnly = true
    this.sending = new Scope(this.scope)
    this.sending.timeout(LONGEST_WAY_SECONDS, () => this.fail())
  }

  private take(text: TypedText): void {
    if (text.role === this.role && this.sending) {
      this.field.value = ''
      this.settle()
    }
    this.show(text)
  }

  private fail(): void {
    if (!this.sending) return
    this.settle()
    this.refuse()
  }

  private settle(): void {
    this.sending?.dispose()
    this.sending = null
    this.field.readOnly = false
  }

  private refuse(): void {
    this.unsent.textContent = t(this.line.state === 'joined' ? 'dialogue.unsent.away' : 'dialogue.unsent.lost')
  }

  private show({ role, words }: TypedText): void {
    const isOwn = role === this.role
    const who = html('span', { class: 'dialogue-who' }, t(isOwn ? 'dialogue.you' : 'dialogue.yourPartner'))
    this.list.append(html('li', { 'data-own': isOwn, 'data-testid': 'dialogue-text' }, who, html('p', { dir: 'auto' }, words)))
    this.list.scrollTop = this.list.scrollHeight
  }
}
