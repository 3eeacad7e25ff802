import type { ApiClient } from '../api/ApiClient'
import { ApiProblem } from '../api/ApiProblem'
import type { MonitorSummary } from '../api/types'
import { html } from '../dom/html'
import type { Scope } from '../lifecycle/Scope'
import { AnnotationList } from './AnnotationList'
import { timeOfDay } from './format'
import { headline } from './headline'
import { isRefused, noticeElement, problemNotice } from './notice'
import { annotatorRows, annotatorTable, languageTable } from './scoreTables'
import { taskProgress } from './taskProgress'

const REFRESH = 5

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
  private readonly content: HTMLElement
  private busy = false

  constructor(
    private readonly root: HTMLElement,
    private readonly client: ApiClient,
    private readonly scope: Scope,
  ) {
    this.list = new AnnotationList(client, scope, (problem) => this.showProblem(problem))
    this.languages = languageTable(scope)
    this.annotators = annotatorTable(scope)
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
    const { total, annotators, languages, tasks, computed_at: computedAt } = summary
    this.notice.replaceChildren(...(total.guides + total.followers === 0 ? [emptyNotice()] : []))
    this.numbers.replaceChildren(headline(total))
    this.progress.replaceChildren(panel(taskProgress(tasks)))
    this.languages.update(languages)
    this.annotators.update(annotatorRows(annotators))
    this.list.offer(summary)
    this.content.classList.toggle('is-empty', total.guides + total.followers === 0)
    this.updated.dateTime = computedAt
    this.updated.textContent = `Updated ${timeOfDay(computedAt)}`
    this.loading.remove()
    if (!this.content.isConnected) this.root.append(this.content)
  }

  private showProblem(problem: ApiProblem): void {
    const retry = html('button', { type: 'button', class: 'button', 'data-testid': 'retry' }, 'Try again')
    this.scope.listen(retry, 'click', () => void this.refresh())
    const title = this.content.isConnected ? 'These numbers could not be updated' : 'The numbers cannot be shown'
    this.notice.replaceChildren(noticeElement(problemNotice(problem, title), ...(problem.transient ? [retry] : [])))
    this.loading.remove()
    if (isRefused(problem)) this.scope.dispose()
  }

  private header(): HTMLElement {
    return html('header', { class: 'page-head' }, html('h1', { class: 'brand' }, html('strong', {}, 'PanGEA'), ' Monitor'), html('p', { class: 'updated' }, this.updated))
  }

  private buildContent(): HTMLElement {
    return html(
      'div',
      { class: 'monitor' },
      this.numbers,
      html('div', { class: 'columns' }, this.progress, panel(this.languages.element)),
      panel(this.annotators.element),
      this.list.element,
    )
  }
}

function panel(table: HTMLTableElement): HTMLElement {
  const label = table.caption?.textContent ?? ''
  return html('div', { class: 'card' }, html('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-label': label }, table))
}

function emptyNotice(): HTMLElement {
  return noticeElement({
    name: 'empty',
    title: 'No annotations yet',
    detail: 'Open the Guide page with an annotator’s link, walk a path and describe it; the annotation appears here within seconds.',
  })
}
