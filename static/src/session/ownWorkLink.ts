import { html } from '../kit/dom/html'
import { t } from '../kit/messages/messages'
import { personalLink } from '../kit/identity/kept'

/** To the page that says how a person's work goes. */
export function ownWorkLink(): HTMLElement {
  return html('a', { href: personalLink('/me'), class: 'button', 'data-testid': 'own-work' }, t('work.link'))
}
