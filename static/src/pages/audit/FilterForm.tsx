import { auditAddress, type AuditQuery, parseAudit } from './address'
import { actionName } from './AuditTable'
import { say } from '../../kit/messages/staffMessages'

interface FilterFormProps {
  readonly query: AuditQuery
  /** What can be asked for. */
  readonly actions: readonly string[]
}

/** Submitting the form loads the address of the chosen entries. */
export function FilterForm({ query, actions }: FilterFormProps) {
  return (
    <form class="card audit-filter" aria-label={say('Filters')} data-testid="filters" onSubmit={send}>
      <label>
        {say('Person (0: command line)')}
        <Person name="actor" query={query} />
      </label>
      <label>
        {say('Action')}
        <select class="select" name="action" data-testid="filter-action">
          <option value="">{say('any action')}</option>
          {actions.map((action) => (
            <option key={action} value={action} selected={action === query.action}>
              {actionName(action)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('Affected person')}
        <Person name="subject" query={query} />
      </label>
      <label>
        {say('From (UTC)')}
        <Day name="since" query={query} />
      </label>
      <label>
        {say('To (UTC)')}
        <Day name="until" query={query} />
      </label>
      <button type="submit" class="button" data-testid="filter">
        {say('Show')}
      </button>
      <a href="/audit" data-testid="all">
        {say('All')}
      </a>
    </form>
  )
}

function Person({ name, query }: { readonly name: 'actor' | 'subject'; readonly query: AuditQuery }) {
  return <input class="select" name={name} type="number" min={0} defaultValue={query[name] ?? ''} data-testid={`filter-${name}`} />
}

function Day({ name, query }: { readonly name: 'since' | 'until'; readonly query: AuditQuery }) {
  return <input class="select" name={name} type="date" defaultValue={query[name] ?? ''} data-testid={`filter-${name}`} />
}

function send(event: Event & { readonly currentTarget: HTMLFormElement }): void {
  event.preventDefault()
  const said = new URLSearchParams([...new FormData(event.currentTarget)].map(([name, value]) => [name, typeof value === 'string' ? value : '']))
  location.assign(auditAddress(parseAudit(`?${said}`)))
}
