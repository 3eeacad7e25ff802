import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'

/** Says to a person who has left the path that they did, and the way back. */
export class OffPathNotice {
  private readonly element = html('section', { class: 'viewer-path-notice', 'data-testid': 'off-path' })
  private readonly words = html('p', { role: 'status' })
  private readonly back: HTMLButtonElement

  constructor(
    scope: Scope,
    private readonly container: HTMLElement,
    step: () => void,
  ) {
    this.back = button(scope, { name: 'back-to-path', label: t('path.goBack'), icon: 'back', look: 'primary', press: step })
    this.element.append(this.words, this.back)
    container.append(this.element)
    scope.add(() => this.element.remove())
    this.show(null)
  }

  /** `exit` is the way back in words; null for a person who is on the path. */
  show(exit: string | null): void {
    const words = exit === null ? '' : t('path.off', { exit })
    if (this.words.textContent !== words) this.words.textContent = words // Said again, it would be read aloud again.
    this.element.toggleAttribute('data-shown', exit !== null)
    const focused = this.back === document.activeElement
    this.back.hidden = exit === null
    if (focused && exit === null) this.container.focus()
  }
}
