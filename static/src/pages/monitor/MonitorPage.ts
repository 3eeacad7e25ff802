import type { ApiClient } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { Me, MonitorView, PayRow, ProblemReport, TaskCount } from '../../api/types'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { AnnotationList } from './AnnotationList'
import { FilterBar } from './FilterBar'
import { filterQuery, type Filters, parseFilters, without } from '../../annotations/filters'
import { dayAndTime } from '../../kit/formatting/format'
import { GroupPanel, type PanelOptions } from './GroupPanel'
import { headline } from './headline'
import { MEASURES, measureNamed, type MeasureName } from './measures'
import { isRefused, type Notice, noticeElement, problemNotice } from '../../kit/notices/notice'
import { OtherTasks } from './OtherTasks'
import { payTable } from './payTable'
import { reportTable } from './reportTable'
import { saveCsv } from '../../api/saveCsv'
import { taskProgress } from './taskProgress'

type Role = Me['role']

const REFRESH = 3
const MANAGERS: readonly Role[] = ['manager', 'owner']

const PANELS: readonly PanelOptions[] = [
  { by: 'week', title: 'Week', ordered: true },
  { by: 'experience', title: 'Experience: annotations by the same person', ordered: true },
  { by: 'language', title: 'Language' },
  { by: 'pool', title: 'Pool' },
  { by: 'campaign', title: 'Campaign' },
  { by: 'length', title: 'Path length (m)' },
  { by: 'annotator', title: 'Annotator' },
  { by: 'guide', title: 'Guide whose words were followed' },
  { by: 'scan', title: 'Scan' },
  { by: 'day', title: 'Day', ordered: true },
]

const EMPTY: Notice = {
  name: 'empty',
  title: 'No annotations yet',
  detail: 'Figures, charts and tables appear here within seconds of the first one.',
  steps: [
    { title: 'Plan the work', detail: 'Which paths are described, in which languages, by how many people.', command: 'pangea campaign create FILE' },
    { title: 'Invite people', detail: 'Each gets a link of their own, which opens in their browser.', command: 'pangea invite' },
    { title: 'See how it goes', detail: 'They walk and speak, and this page fills by itself.', command: 'pangea campaign status' },
  ],
}

const NOTHING_LEFT: Notice = {
  name: 'nothing-left',
  title: 'No annotation matches these filters',
  detail: 'Remove one of them to see more.',
}

/** How good the data is: figures, charts and the annotations behind them, as the address says; kept up to date. */
export class MonitorPage {
  private readonly filters = parseFilters(location.search)
  private readonly updated = html('time', { 'data-testid': 'updated' })
  private readonly notice = html('div', { class: 'page-notice', role: 'alert' })
  private readonly loading = html('p', { class: 'loading', 'data-testid': 'loading' }, 'Loading the numbers …')
  private readonly numbers = html('div')
  private readonly progress = html('div')
  private readonly bar: FilterBar
  private readonly panels: readonly GroupPanel[]
  private readonly list: AnnotationList
  private readonly others: OtherTasks
  private readonly pay
  private readonly paid: HTMLElement
  private readonly audit = html('a', { class: 'button', href: '/audit', hidden: true, 'data-testid': 'audit' }, 'Audit log')
  private readonly reports
  private readonly reported: HTMLElement
  private readonly content: HTMLElement
  private readonly retry: HTMLButtonElement
  private measure = measureNamed(new URLSearchParams(location.search).get('measure'))
  private told = 'null'
  private counted = ''
  private busy = false
  private role: Role | null = null

  constructor(
    private readonly root: HTMLElement,
    private readonly client: ApiClient,
    private readonly scope: Scope,
  ) {
    this.retry = button(scope, { name: 'retry', label: 'Try again', press: () => void this.refresh() })
    this.bar = new FilterBar(scope, this.filters, (filters) => this.address(filters))
    this.panels = PANELS.map((options) => new GroupPanel(client, scope, options, this.filters))
    this.list = new AnnotationList(
      client,
      scope,
      this.filters,
      (kind) => location.assign(`${this.address({ ...without(this.filters, 'kind'), ...(kind && { kind }) })}#annotations`),
      (problem) => this.showProblem(problem),
    )
    this.others = new OtherTasks(client, scope)
    this.pay = payTable(scope)
    this.paid = this.filePanel('pay', 'Active time and pay', this.pay.element)
    this.reports = reportTable(scope)
    this.reported = panel('Problems that people reported', this.reports.element)
    this.content = this.buildContent()
    this.root.replaceChildren(this.header(), this.notice, this.loading)
    this.root.setAttribute('aria-busy', 'true')
    scope.every(REFRESH, () => this.refreshIfSeen())
    scope.listen(document, 'visibilitychange', () => this.refreshIfSeen())
  }

  /** Fetches and shows everything anew; a failure leaves the older numbers in place and says so. */
  async refresh(): Promise<void> {
    if (this.busy) return
    this.busy = true
    try {
      const [view, tasks, pay, reports] = await Promise.all([
        this.client.monitor(filterQuery(this.filters)),
        this.client.tasks(),
        this.readPay(),
        this.client.reports(),
        this.list.refresh(),
      ])
      await Promise.all([this.refreshGroups(view), this.others.refresh(tasks)])
      this.showPay(pay)
      this.show(view, tasks, reports)
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.showProblem(reason)
    } finally {
      this.busy = false
      this.root.setAttribute('aria-busy', 'false')
    }
  }

  /** Pay and the audit log are for managers: a reviewer's page does without. */
  private async readPay(): Promise<PayRow[]> {
    this.role ??= (await this.client.me()).role
    this.audit.hidden = !MANAGERS.includes(this.role)
    return this.audit.hidden ? [] : this.client.pay()
  }

  private showPay(rows: readonly PayRow[]): void {
    const { annotator } = this.filters
    const shown = annotator === undefined ? rows : rows.filter(({ annotator_id: person }) => String(person) === annotator)
    this.pay.update(shown)
    this.paid.hidden = shown.length === 0
  }

  /** Only when something has come in: most of the time nothing has. */
  private async refreshGroups(view: MonitorView): Promise<void> {
    const counted = JSON.stringify([view, this.measure.name])
    if (counted === this.counted) return
    this.bar.update(view.choices)
    await Promise.all(this.panels.map((each) => each.refresh(this.measure)))
    this.counted = counted
  }

  private refreshIfSeen(): void {
    if (!document.hidden) void this.refresh()
  }

  private show({ total, last_submitted_at: last }: MonitorView, tasks: readonly TaskCount[], reports: readonly ProblemReport[]): void {
    const isEmpty = total.guides + total.followers === 0 && this.others.isEmpty
    const isNarrowed = Object.keys(this.filters).length > 0
    this.tell(isEmpty ? (isNarrowed ? NOTHING_LEFT : EMPTY) : null)
    renew(this.numbers, headline(total, this.filters, this.measure))
    renew(this.progress, taskProgress(tasks, this.measure.name))
    this.reports.update(reports)
    this.reported.hidden = reports.length === 0
    this.content.classList.toggle('is-empty', isEmpty)
    this.updated.dateTime = last ?? ''
    this.updated.textContent = last === null ? '' : `Live · last annotation ${dayAndTime(last)}`
    this.loading.remove()
    if (!this.content.isConnected) this.appear()
  }

  private appear(): void {
    this.root.append(this.content)
    if (location.hash === '#annotations') this.list.element.scrollIntoView()
  }

  private showProblem(problem: ApiProblem): void {
    const title = this.content.isConnected ? 'These numbers could not be updated' : 'The numbers cannot be shown'
    this.tell(problemNotice(problem, title), ...(problem.transient ? [this.retry] : []))
    this.loading.remove()
    if (isRefused(problem)) this.scope.dispose()
  }

  /** Says it once, however often it is found to be so. */
  private tell(notice: Notice | null, ...actions: Node[]): void {
    const content = JSON.stringify(notice)
    if (content === this.told) return
    this.told = content
    this.notice.replaceChildren(...(notice ? [noticeElement(notice, ...actions)] : []))
  }

  private address(filters: Filters): string {
    const query = filterQuery(filters)
    if (this.measure.name !== 'success') query.set('measure', this.measure.name)
    return `${location.pathname}?${query.toString()}`
  }

  private choose(name: MeasureName): void {
    this.measure = measureNamed(name)
    history.replaceState(history.state, '', this.address(this.filters))
    void this.refresh()
  }

  private header(): HTMLElement {
    const title = html('h1', { class: 'brand' }, html('strong', {}, 'PanGEA'), ' Monitor')
    const review = html('a', { class: 'button', href: '/review', 'data-testid': 'review' }, 'Review')
    return html('header', { class: 'page-head' }, title, html('p', { class: 'updated' }, this.updated), this.audit, review)
  }

  private buildContent(): HTMLElement {
    return html(
      'div',
      { class: 'monitor' },
      this.bar.element,
      this.numbers,
      this.filePanel('tasks', 'Progress', this.progress),
      this.measures(),
      html('div', { class: 'columns panels' }, ...this.panels.map((each) => each.element)),
      this.paid,
      this.reported,
      this.list.element,
      this.others.element,
    )
  }

  private filePanel(name: string, title: string, content: HTMLElement): HTMLElement {
    const file = button(this.scope, { name: `csv-${name}`, label: 'CSV', press: () => void saveCsv(this.scope, this.client, `/monitor/${name}`, name) })
    const head = html('header', { class: 'panel-head' }, html('h2', {}, title), file)
    return html('section', { class: 'card panel', 'data-testid': `panel-${name}` }, head, html('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-label': title }, content))
  }

  private measures(): HTMLElement {
    const choices = MEASURES.map(({ name, label, title }) => {
      const input = html('input', { type: 'radio', name: 'measure', value: name, 'data-testid': `measure-${name}` })
      input.checked = name === this.measure.name
      this.scope.listen(input, 'change', () => this.choose(name))
      return html('label', { title }, input, label)
    })
    return html('fieldset', { class: 'segments measures' }, html('legend', { class: 'visually-hidden' }, 'Measure'), ...choices)
  }
}

function panel(label: string, table: HTMLElement): HTMLElement {
  const box = html('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-label': label }, table)
  return html('div', { class: 'card' }, box)
}

/** Replaces what is shown only if it differs, so that nobody loses what they point at or have selected. */
function renew(place: HTMLElement, content: HTMLElement): void {
  if (!place.firstElementChild?.isEqualNode(content)) place.replaceChildren(content)
}
