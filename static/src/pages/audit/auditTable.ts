import type { AuditEntry } from '../../api/types'
import { html } from '../../kit/dom/html'
import { dayAndTime } from '../../kit/formatting/format'
import { auditAddress } from './address'

/** Entries as they come; people by number, each a link to all that they did or that was done to them. */
export function auditTable(entries: readonly AuditEntry[]): HTMLTableElement {
  const caption = html('caption', { class: 'visually-hidden' }, 'Entries, the newest first')
  const headings = ['When', 'Who', 'What', 'Whom', 'Detail'].map((label) => html('th', { scope: 'col' }, label))
  return html('table', { class: 'data', 'data-testid': 'audit' }, caption, html('thead', {}, html('tr', {}, ...headings)), html('tbody', {}, ...entries.map(row)))
}

function row({ entry_id: id, at, actor, action, subject, detail }: AuditEntry): HTMLTableRowElement {
  const by = html('a', { href: auditAddress({ actor: String(actor ?? 0) }) }, actor === null ? 'command line' : `person ${actor}`)
  const whom = subject === null ? '' : html('a', { href: auditAddress({ subject: String(subject) }) }, `person ${subject}`)
  return html(
    'tr',
    { 'data-testid': 'audit-row', 'data-key': id },
    html('th', { scope: 'row' }, html('time', { datetime: at }, dayAndTime(at))),
    html('td', {}, by),
    html('td', {}, actionName(action)),
    html('td', {}, whom),
    html('td', {}, detail),
  )
}

export const actionName = (action: string): string => action.replaceAll('_', ' ')
