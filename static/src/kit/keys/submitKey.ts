import type { Scope } from '../lifecycle/Scope'
import { html } from '../dom/html'

/** Ctrl and Enter (on a Mac also ⌘ and Enter) press this button, also while one types; the button says so. */
export function submitByKey(scope: Scope, button: HTMLButtonElement): void {
  button.setAttribute('aria-keyshortcuts', 'Control+Enter')
  button.append(html('kbd', { class: 'button-key', 'aria-hidden': 'true' }, 'Ctrl+Enter'))
  scope.listen(document, 'keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
    if (button.disabled || document.querySelector('dialog[open]')) return
    event.preventDefault()
    button.click()
  })
}

/** Puts the cursor into a field, ready to type; not where that would open a keyboard over the page. */
export function readyToType(area: HTMLTextAreaElement | null): void {
  if (!matchMedia('(pointer: coarse)').matches) area?.focus({ preventScroll: true })
}
