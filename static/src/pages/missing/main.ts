import { html } from '../../kit/dom/html'
import { message } from '../../kit/notices/message'
import { openMessages, t } from '../../kit/messages/messages'

/** What the server shows to a browser at an address that it does not know; `data-problem` says what is missing. */
const page = document.querySelector<HTMLElement>('#page')
if (page) {
  await openMessages()
  page.replaceChildren(page.dataset.problem === 'help_not_built' ? helpNotBuilt() : nothingHere())
}

function nothingHere(): HTMLElement {
  const { title, detail, remedy } = t('missing', { returnObjects: true })
  const work = html('a', { class: 'button button-primary', href: '/me', 'data-testid': 'to-work' }, t('missing.work'))
  const start = html('a', { class: 'button', href: '/', 'data-testid': 'to-start' }, t('missing.start'))
  return message({ name: 'missing', title, detail, remedy }, work, start)
}

/** In English, like all pages of the data team, because it is for the people who run the server. */
function helpNotBuilt(): HTMLElement {
  const detail = 'This server was installed without its help pages.'
  const remedy = 'The people who run it can build them with the command make docs and restart the server.'
  const start = html('a', { class: 'button button-primary', href: '/', 'data-testid': 'to-start' }, t('missing.start'))
  return message({ name: 'help-not-built', title: 'The help pages are not built', detail, remedy }, start)
}
