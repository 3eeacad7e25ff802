import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'

/** Seconds for which it is shown: read twice. */
const SHOWN = 6

/** Says to a person who is kept to a path why they cannot step elsewhere, when they try. */
export class KeptNotice {
  private readonly element = html('p', { class: 'viewer-path-notice', role: 'status', 'data-testid': 'kept-to-path' })
  private cancelHiding: (() => void) | null = null

  constructor(
    private readonly scope: Scope,
    container: HTMLElement,
  ) {
    container.append(this.element)
    scope.add(() => this.element.remove())
  }

  show(words: string): void {
    this.hide()
    this.element.textContent = words
    this.element.toggleAttribute('data-shown', true)
    this.cancelHiding = this.scope.timeout(SHOWN, () => this.hide())
  }

  hide(): void {
    this.cancelHiding?.()
    this.element.textContent = ''
    this.element.toggleAttribute('data-shown', false)
  }
}
