import { filterQuery, type Filters, parseFilters, without } from '../../annotations/filters'
import { isMeasured } from '../../annotations/kinds'
import type { Kind } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import { saveCsv } from '../../api/saveCsv'
import type { TeamClient } from '../../api/TeamClient'
import type { GroupsView, KindView, Me, PayRow, TaskCount } from '../../api/types'
import { download } from '../../kit/dom/download'
import type { Scope } from '../../kit/lifecycle/Scope'
import { isRefused, problemNotice } from '../../kit/notices/notice'
import { drawInto } from '../../kit/view/drawing'
import type { Annotations } from './AnnotationList'
import { NO_DIALOGUES } from './DialoguesPanel'
import { Dashboard, type DashboardActions, type DashboardState, PANELS } from './Dashboard'
import type { FirstSteps } from './dayOne/DayOne'
import { KindsShown } from './kindsShown'
import { type MeasureName, measureNamed } from './measures'
import { firstPages } from './pages'
import { say } from '../../kit/messages/staffMessages'

type Role = Me['role']

/** What the page asks the server. */
export type MonitorClient = Pick<TeamClient, 'kinds' | 'campaigns' | 'people' | 'withoutTask' | 'monitor' | 'groups' | 'tasks' | 'me' | 'pay' | 'reports' | 'storeHealth' | 'formSummaries' | 'draftFigures' | 'dialogues' | 'voteCounts' | 'votes' | 'settleVote' | 'reviewers' | 'annotations' | 'csv' | 'evaluation'>

const DASHBOARD_REFRESH_SECONDS = 3
/** Forms and votes are counted anew on each request, so they are asked for less often. */
const COUNTED_AGAIN_SECONDS = 30
/** Rows that the server gives at once. */
const PAGE = 50
const MANAGERS: readonly Role[] = ['manager', 'owner']

/** Asks the server for what the page's address names, and shows it; again and again, so that it stays up to date. */
export class MonitorPage implements DashboardActions {
  private readonly draw: ReturnType<typeof drawInto>
  private state: DashboardState
  private busy = false
  /** Empty until the server has answered; they do not change while it runs. */
  private kinds: readonly KindView[] = []
  /** Asked for until it is known. */
  private role: Promise<Role> | null = null
  /** Which version of the store the groups are of. */
  private groupsVersion: string | null = null
  /** When forms and votes were last asked for, in milliseconds of the page. */
  private countedAt: number | null = null
  private listPages = 1
  private listRequest = 0
  private readonly otherPages = new Map<Kind, number>()

  constructor(
    private readonly root: HTMLElement,
    private readonly client: MonitorClient,
    private readonly scope: Scope,
  ) {
    this.draw = drawInto(root)
    this.state = {
      filters: parseFilters(location.search),
      measure: measureNamed(new URLSearchParams(location.search).get('measure')),
      isManager: false,
      numbers: null,
      list: { rows: [], total: 0, more: false },
      others: new Map(),
      forms: [],
      votes: { counts: [], disputed: [] },
      drafts: [],
      dialogues: NO_DIALOGUES,
      reviewers: null,
      withoutTask: 0,
      loadingMore: false,
      problem: null,
    }
    this.change({})
    root.setAttribute('aria-busy', 'true')
    scope.every(DASHBOARD_REFRESH_SECONDS, () => this.refreshIfSeen())
    scope.listen(document, 'visibilitychange', () => this.refreshIfSeen())
  }

  /** Fetches and shows everything anew; a failure leaves the older numbers in place and says so. */
  async refresh(): Promise<void> {
    if (this.busy) return
    this.busy = true
    try {
      const [{ value: view, version }, tasks, pay, reports, store] = await Promise.all([
        this.client.monitor(filterQuery(this.state.filters)),
        this.client.tasks(),
        this.readPay(),
        this.client.reports(),
        this.client.storeHealth(),
        this.readList(),
        this.readKinds(),
        this.readCounted(),
      ])
      const [groups] = await Promise.all([this.readGroups(version), this.readOthers(tasks)])
      this.show({ view, groups, tasks, pay, reports, store })
    } catch (reason) {
      this.explain(reason)
    } finally {
      this.busy = false
      this.root.setAttribute('aria-busy', 'false')
    }
  }

  address(filters: Filters): string {
    const query = filterQuery(filters)
    if (this.state.measure.name !== 'success_rate') query.set('measure', this.state.measure.name)
    return `${location.pathname}?${query.toString()}`
  }

  goTo(address: string): void {
    location.assign(address)
  }

  measureBy(name: MeasureName): void {
    this.change({ measure: measureNamed(name) })
    history.replaceState(history.state, '', this.address(this.state.filters))
  }

  narrow(kind: Kind | undefined): void {
    this.goTo(`${this.address({ ...without(this.state.filters, 'kind'), ...(kind && { kind }) })}#annotations`)
  }

  loadMore(): void {
    this.listPages += 1
    this.change({ loadingMore: true })
    void this.attempt(() => this.readList())
  }

  loadMoreOf(kind: Kind): void {
    this.otherPages.set(kind, (this.otherPages.get(kind) ?? 1) + 1)
    void this.attempt(async () => {
      const list = await this.readOther(kind)
      this.change({ others: new Map(this.state.others).set(kind, list) })
    })
  }

  save(path: string, name: string): void {
    void saveCsv(this.scope, this.client, path, name)
  }

  settle(itemId: string, value: string): void {
    void this.attempt(async () => {
      await this.client.settleVote(itemId, value)
      this.countedAt = null
      await this.readCounted()
    })
  }

  saveReport(): void {
    const { campaign } = this.state.filters
    void this.attempt(async () => download(this.scope, await this.client.evaluation(campaign), 'evaluation.html'))
  }

  async firstSteps(): Promise<FirstSteps | null> {
    try {
      const [campaigns, people] = await Promise.all([this.client.campaigns(), this.state.isManager ? this.client.people() : null])
      return { campaigns, people }
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      return null // the numbers say what is wrong
    }
  }

  retry(): void {
    void this.refresh()
  }

  private change(change: Partial<DashboardState>): void {
    this.state = { ...this.state, ...change }
    this.draw(
      <KindsShown.Provider value={this.kinds}>
        <Dashboard state={this.state} actions={this} />
      </KindsShown.Provider>,
    )
  }

  private show(numbers: NonNullable<DashboardState['numbers']>): void {
    const isFirst = this.state.numbers === null
    this.change({ numbers, problem: null })
    if (isFirst && location.hash === '#annotations') this.root.querySelector(location.hash)?.scrollIntoView()
  }

  private async readKinds(): Promise<void> {
    if (this.kinds.length === 0) this.kinds = await this.client.kinds()
  }

  private async readCounted(): Promise<void> {
    const now = performance.now()
    if (this.countedAt !== null && now - this.countedAt < 1000 * COUNTED_AGAIN_SECONDS) return
    const maySee = this.maySeePeople()
    const reviewing = maySee.then((may) => (may ? this.client.reviewers() : null))
    const [forms, counts, reviewers, withoutTask, drafts, dialogues] = await Promise.all([this.client.formSummaries(), this.client.voteCounts(), reviewing, this.countWithoutTask(maySee), this.client.draftFigures(), this.client.dialogues()])
    const isDisputed = counts.some(({ states }) => (states.disputed ?? 0) > 0)
    const disputed = isDisputed ? await this.client.votes('disputed') : []
    this.countedAt = now
    this.change({ forms, drafts, dialogues, votes: { counts, disputed }, reviewers, withoutTask })
  }

  /** Asked for once: the server reads all people for it, and they change rarely. */
  private async countWithoutTask(maySee: Promise<boolean>): Promise<number> {
    if (this.countedAt !== null) return this.state.withoutTask
    return (await maySee) ? (await this.client.withoutTask()).length : 0
  }

  /** Pay and the audit log are for managers: a reviewer's page does without. */
  private async readPay(): Promise<readonly PayRow[]> {
    const isManager = await this.maySeePeople()
    if (isManager !== this.state.isManager) this.change({ isManager })
    return isManager ? this.client.pay() : []
  }

  private async maySeePeople(): Promise<boolean> {
    this.role ??= this.client.me().then(({ role }) => role)
    try {
      return MANAGERS.includes(await this.role)
    } catch (reason) {
      this.role = null
      throw reason
    }
  }

  /** Of two requests under way the later one counts, because it asks for more. */
  private async readList(): Promise<void> {
    const request = ++this.listRequest
    const list = await this.readPages(this.listPages, this.state.filters)
    if (request === this.listRequest) this.change({ list, loadingMore: false })
  }

  /** Asks for the groups only if the store has changed since the last answer, which is rare. */
  private async readGroups(version: string | null): Promise<ReadonlyMap<(typeof PANELS)[number]['by'], GroupsView>> {
    const known = this.state.numbers?.groups
    if (known && version !== null && version === this.groupsVersion) return known
    const query = filterQuery(this.state.filters)
    const groups = await Promise.all(PANELS.map(async ({ by }) => [by, await this.client.groups(by, query)] as const))
    this.groupsVersion = version
    return new Map(groups)
  }

  /** The lists of other kinds of task, of which something is done or was. */
  private async readOthers(tasks: readonly TaskCount[]): Promise<void> {
    const measured = new Set(this.kinds.filter(isMeasured).map(({ kind }) => kind))
    const done = tasks.filter((task) => task.done > 0 && !measured.has(task.kind)).map(({ kind }) => kind)
    const kinds = [...new Set([...this.state.others.keys(), ...done])]
    const lists = await Promise.all(kinds.map(async (kind) => [kind, await this.readOther(kind)] as const))
    this.change({ others: new Map(lists) })
  }

  private readOther(kind: Kind): Promise<Annotations> {
    return this.readPages(this.otherPages.get(kind) ?? 1, { ...this.state.filters, kind })
  }

  private async readPages(pages: number, filters: Filters): Promise<Annotations> {
    const query = (cursor: string | null) => {
      const wanted = filterQuery(filters)
      wanted.set('limit', String(PAGE))
      if (cursor !== null) wanted.set('cursor', cursor)
      return wanted
    }
    const { rows, last } = await firstPages(pages, (cursor) => this.client.annotations(query(cursor)))
    return { rows, total: last.total, more: last.next_cursor !== null }
  }

  private refreshIfSeen(): void {
    if (!document.hidden) void this.refresh()
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (reason) {
      this.explain(reason)
    }
  }

  private explain(reason: unknown): void {
    if (!(reason instanceof ApiProblem)) throw reason
    const title = this.state.numbers ? say('These numbers could not be updated') : say('The numbers cannot be shown')
    this.change({ loadingMore: false, problem: { notice: problemNotice(reason, title), canRetry: reason.transient } })
    if (isRefused(reason)) this.scope.dispose()
  }
}
