import type { ApiClient } from '../api/ApiClient'
import { ApiProblem } from '../api/ApiProblem'
import type { MonitorSummary } from '../api/types'
import { button } from '../dom/button'
import { html } from '../dom/html'
import type { Scope } from '../lifecycle/Scope'
import { AnnotationList } from './AnnotationList'
import { timeOfDay } from './format'
import { headline } from './headline'
import { isRefused, type Notice, noticeElement, problemNotice } from './notice'
import { reportTable } from './reportTable'
import { annotatorRows, annotatorTable, languageTable } from './scoreTables'
import { taskProgress } from './taskProgress'

const REFRESH = 5

const EMPTY: Notice = {
  name: 'empty',
  title: 'No annotations yet',
  detail: 'Open the Guide page with an annotator’s link, walk a path and describe it; the annotation appears here within seconds.',
}

/** The campaign's numbers and annotations, fetched anew every few seconds while somebody can see them. */
export class MonitorPage {
  private readonly updated = html('time', { 'data-testid': 'updated' })
  private readonly notice = html('div', { class: 'page-notice', role: 'alert' })
  private readonly loading = html('p', { class: 'loading', 'data-testid': 'loading' }, 'Loading the numbers …')
  private readonly numbers = html('div')
  private readonly progress = html('div')
  private readonly list: AnnotationList
  private readonly languages
  private readonly annotators
  private readonly reports
  private readonly reported: HTMLElement
  private readonly content: HTMLElement
  private readonly retry: HTMLButtonElement
  private told = 'null'
  private busy = false

  constructor(
    private readonly root: HTMLElement,
    private readonly client: ApiClient,
    private readonly scope: Scope,
  ) {
    this.retry = button(scope, { name: 'retry', label: 'Try again', press: () => void this.refresh() })
    this.list = new AnnotationList(client, scope, (problem) => this.showProblem(problem))
    this.languages = languageTable(scope)
    this.annotators = annotatorTable(scope)
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
      const [summary] = await Promise.all([this.client.monitor(), this.list.refresh()])
      this.show(summary)
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.showProblem(reason)
    } finally {
      this.busy = false
      this.root.setAttribute('aria-busy', 'false')
    }
  }

  private refreshIfSeen(): void {
    if (!document.hidden) void this.refresh()
  }

  private show(summary: MonitorSummary): void {
    const { total, annotators, languages, tasks, reports, computed_at: computedAt } = summary
    const isEmpty = total.guides + total.followers === 0
    this.tell(isEmpty ? EMPTY : null)
    renew(this.numbers, headline(total))
    renew(this.progress, taskProgress(tasks))
    this.languages.update(languages)
    this.annotators.update(annotatorRows(annotators))
    this.reports.update(reports)
    this.reported.hidden = reports.length === 0
    this.list.offer(summary)
    this.content.classList.toggle('is-empty', isEmpty)
    this.updated.dateTime = computedAt
    this.updated.textContent = `Updated ${timeOfDay(computedAt)}`
    this.loading.remove()
    if (!this.content.isConnected) this.root.append(this.content)
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

  private header(): HTMLElement {
    const title = html('h1', { class: 'brand' }, html('strong', {}, 'PanGEA'), ' Monitor')
    return html('header', { class: 'page-head' }, title, html('p', { class: 'updated' }, this.updated))
  }

  private buildContent(): HTMLElement {
    return html(
      'div',
      { class: 'monitor' },
      this.numbers,
      html('div', { class: 'columns' }, panel('Task progress', this.progress), panel('By language', this.languages.element)),
      panel('By annotator', this.annotators.element),
      this.reported,
      this.list.element,
    )
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
