import { html } from '../kit/dom/html'
import { t } from '../kit/messages/messages'
import { personalLink } from '../kit/identity/kept'

/** A link to the page with a person's own statistics. */
export function ownWorkLink(): HTMLElement {
  return html('a', { href: personalLink('/me'), class: 'button', 'data-testid': 'own-work' }, t('work.link'))
}
