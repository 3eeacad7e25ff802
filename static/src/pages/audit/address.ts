/** What of the log is shown, kept in the page's address: `/audit?actor=3&action=reject&since=2026-11-01`. */

const SOUGHT = ['actor', 'subject', 'action', 'since', 'until'] as const
type Sought = (typeof SOUGHT)[number]

/** `cursor` is where a page of older entries begins. */
export type AuditQuery = Readonly<Partial<Record<Sought | 'cursor', string>>>

export function parseAudit(search: string): AuditQuery {
  const query = new URLSearchParams(search)
  return Object.fromEntries([...SOUGHT, 'cursor'].flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])))
}

/** The address of these entries, without what is empty. */
export function auditAddress(query: AuditQuery): string {
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  return given.size > 0 ? `/audit?${given}` : '/audit'
}
