import type { TeamClient } from '../../api/TeamClient'
import { ApiProblem } from '../../api/ApiProblem'
import { saveCsv } from '../../api/saveCsv'
import type { AuditLog } from '../../api/types'
import type { Scope } from '../../kit/lifecycle/Scope'
import { type Notice, problemNotice } from '../../kit/notices/notice'
import { Loading, NoticeCard } from '../../kit/notices/NoticeCard'
import { BackLink, Button } from '../../kit/view/controls'
import { drawInto } from '../../kit/view/drawing'
import { auditAddress, type AuditQuery, parseAudit } from './address'
import { AuditTable } from './AuditTable'
import { FilterForm } from './FilterForm'
import { say } from '../../kit/messages/staffMessages'
import { PageMenus } from '../../kit/view/PageMenus'

interface AuditState {
  /** Null until it has come. */
  readonly log: AuditLog | null
  readonly problem: Notice | null
}

/** Who did what, and when, as the address says; the newest first. */
export class AuditPage {
  private readonly query = parseAudit(location.search)
  private readonly draw: ReturnType<typeof drawInto>
  private state: AuditState = { log: null, problem: null }

  constructor(
    root: HTMLElement,
    private readonly client: Pick<TeamClient, 'audit' | 'csv'>,
    private readonly scope: Scope,
  ) {
    this.draw = drawInto(root)
    this.change({})
  }

  async load(): Promise<void> {
    await this.attempt(async () => this.change({ log: await this.client.audit(this.query) }))
  }

  private async save(): Promise<void> {
    await this.attempt(() => saveCsv(this.scope, this.client, auditAddress({ ...this.query, cursor: '' }), 'audit'))
  }

  private change(change: Partial<AuditState>): void {
    this.state = { ...this.state, ...change }
    this.draw(<AuditView query={this.query} state={this.state} save={() => void this.save()} />)
  }

  private async attempt(act: () => Promise<void>): Promise<void> {
    this.change({ problem: null })
    try {
      await act()
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.change({ problem: problemNotice(reason, say('The log cannot be shown')) })
    }
  }
}

interface AuditViewProps {
  readonly query: AuditQuery
  readonly state: AuditState
  readonly save: () => void
}

function AuditView({ query, state: { log, problem }, save }: AuditViewProps) {
  return (
    <>
      <header class="page-head">
        <BackLink />
        <h1>{say('Audit log')}</h1>
        <Button name="save-csv" label={say('Save as CSV')} press={save} />
        <PageMenus />
      </header>
      <div class="page-notice" role="alert">
        {problem && <NoticeCard notice={problem} />}
      </div>
      <div class="audit">
        {log ? <Log query={query} log={log} /> : problem === null && <Loading />}
      </div>
    </>
  )
}

function Log({ query, log: { items, next_cursor: older, actions } }: { readonly query: AuditQuery; readonly log: AuditLog }) {
  const nothing = older ? say('None of the newest entries matches. Older entries may match.') : say('Choose other people, another action or other days.')
  return (
    <>
      <FilterForm query={query} actions={actions} />
      {items.length > 0 ? (
        <div class="card audit-entries">
          <AuditTable entries={items} />
        </div>
      ) : (
        <NoticeCard notice={{ name: 'nothing-found', title: say('No entry matches the filters'), detail: nothing }} />
      )}
      <nav class="audit-pages" aria-label={say('Pages')}>
        {query.cursor && <PageLink name="newest" label={say('Newest')} query={{ ...query, cursor: '' }} />}
        {older && <PageLink name="older" label={say('Older')} query={{ ...query, cursor: older }} />}
      </nav>
    </>
  )
}

function PageLink({ name, label, query }: { readonly name: string; readonly label: string; readonly query: AuditQuery }) {
  return (
    <a class="button" href={auditAddress(query)} data-testid={name}>
      {label}
    </a>
  )
}
