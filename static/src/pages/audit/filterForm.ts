import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { auditAddress, type AuditQuery, parseAudit } from './address'
import { actionName } from './auditTable'

/** Asks for entries; another address is loaded when it is sent. */
export function filterForm(scope: Scope, query: AuditQuery, actions: readonly string[]): HTMLFormElement {
  const number = (name: 'actor' | 'subject') => html('input', { class: 'select', name, type: 'number', min: 0, value: query[name] ?? '', 'data-testid': `filter-${name}` })
  const day = (name: 'since' | 'until') => html('input', { class: 'select', name, type: 'date', value: query[name] ?? '', 'data-testid': `filter-${name}` })
  const options = actions.map((action) => html('option', { value: action, selected: action === query.action }, actionName(action)))
  const action = html('select', { class: 'select', name: 'action', 'data-testid': 'filter-action' }, html('option', { value: '' }, 'anything'), ...options)
  const form = html(
    'form',
    { class: 'card audit-filter', 'aria-label': 'Filters', 'data-testid': 'filters' },
    html('label', {}, 'Who (0: command line)', number('actor')),
    html('label', {}, 'What', action),
    html('label', {}, 'Whom', number('subject')),
    html('label', {}, 'From (UTC)', day('since')),
    html('label', {}, 'To (UTC)', day('until')),
    html('button', { type: 'submit', class: 'button', 'data-testid': 'filter' }, 'Show'),
    html('a', { href: '/audit', 'data-testid': 'all' }, 'All'),
  )
  scope.listen(form, 'submit', (event) => {
    event.preventDefault()
    const said = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']))
    location.assign(auditAddress(parseAudit(`?${said}`)))
  })
  return form
}
