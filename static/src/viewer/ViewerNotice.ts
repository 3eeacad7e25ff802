import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'

/** A message over the picture, with a button that tries again. */
export class ViewerNotice {
  private readonly element = document.createElement('div')
  private readonly text = document.createElement('p')
  private readonly button = document.createElement('button')

  constructor(scope: Scope, container: HTMLElement, retry: () => void) {
    this.element.className = 'viewer-notice'
    this.element.setAttribute('role', 'alert')
    this.element.dataset.testid = 'viewer-notice'
    this.button.type = 'button'
    this.button.className = 'button'
    this.button.textContent = t('retry')
    this.button.dataset.testid = 'viewer-retry'
    this.element.append(this.text, this.button)
    this.element.hidden = true
    container.append(this.element)
    scope.listen(this.button, 'click', retry)
    scope.add(() => this.element.remove())
  }

  /** In the middle, in the place of a picture, or `aside`, above one that is there. */
  show(message: string, { retryable = false, aside = false } = {}): void {
    this.text.textContent = message
    this.button.hidden = !retryable
    this.element.classList.toggle('viewer-notice-aside', aside)
    this.element.hidden = false
  }

  hide(): void {
    this.element.hidden = true
  }
}
