import type { AuditEntry } from '../../api/types'
import { Time } from '../../kit/formatting/figures'
import { auditAddress } from './address'

/** The entries in the server's order. A person is shown as a number, which links to everything they did or that was done to them. */
export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <table class="data" data-testid="audit">
      <caption class="visually-hidden">Entries, the newest first</caption>
      <thead>
        <tr>
          {['Time', 'Person', 'Action', 'Affected person', 'Detail'].map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.entry_id} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ entry: { entry_id: id, at, actor, action, subject, detail } }: { readonly entry: AuditEntry }) {
  return (
    <tr data-testid="audit-row" data-key={id}>
      <th scope="row">
        <Time at={at} />
      </th>
      <td>
        <a href={auditAddress({ actor: String(actor ?? 0) })}>{actor === null ? 'command line' : `person ${actor}`}</a>
      </td>
      <td>{actionName(action)}</td>
      <td>{subject !== null && <a href={auditAddress({ subject: String(subject) })}>person {subject}</a>}</td>
      <td>{detail}</td>
    </tr>
  )
}

export const actionName = (action: string): string => action.replaceAll('_', ' ')
