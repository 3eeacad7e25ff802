import type { AuditEntry } from '../../api/types'
import { Time } from '../../kit/formatting/figures'
import { auditAddress } from './address'
import { say } from '../../kit/messages/staffMessages'
import { personText } from '../../people/labels'

/** The entries in the server's order. A person is shown as a number, which links to everything they did or that was done to them. */
export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <table class="data" data-testid="audit">
      <caption class="visually-hidden">{say('Entries, the newest first')}</caption>
      <thead>
        <tr>
          {[say('Time'), say('Person'), say('Action'), say('Affected person'), say('Detail')].map((label) => (
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
        <a href={auditAddress({ actor: String(actor ?? 0) })}>{actor === null ? say('command line') : say('Person {{number}}', { number: personText(actor) })}</a>
      </td>
      <td>{actionName(action)}</td>
      <td>{subject !== null && <a href={auditAddress({ subject: String(subject) })}>{say('Person {{number}}', { number: personText(subject) })}</a>}</td>
      <td dir="auto">{detail}</td>
    </tr>
  )
}

export const actionName = (action: string): string => say(action.replaceAll('_', ' '))
