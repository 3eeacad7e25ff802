import { Scope } from '../lifecycle/Scope'
import { button } from '../dom/button'
import { html } from '../dom/html'

interface Offer {
  readonly label: string
  readonly act: () => void
}

const SHOWN_SECONDS = 10

/** Shows at the edge of the page what was done, and offers for a while to undo it. */
export class Toast {
  readonly element = html('div', { class: 'toast-place', role: 'status' })
  private shown: Scope | null = null
  private offer: Offer | null = null

  constructor(private readonly scope: Scope) {}

  show(text: string, offer: Offer): void {
    this.hide()
    this.shown = new Scope(this.scope)
    this.offer = offer
    const act = button(this.shown, { name: 'toast-act', label: offer.label, look: 'link', press: () => this.act() })
    this.element.replaceChildren(html('div', { class: 'toast dark', 'data-testid': 'toast' }, html('span', {}, text), act))
    this.shown.timeout(SHOWN_SECONDS, () => this.hide())
  }

  /** Acts as if its button had been pressed. */
  act(): void {
    const { offer } = this
    this.hide()
    offer?.act()
  }

  private hide(): void {
    this.shown?.dispose()
    this.shown = null
    this.offer = null
    this.element.replaceChildren()
  }
}
