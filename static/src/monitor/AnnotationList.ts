import type { ApiClient } from '../api/ApiClient'
import { ApiProblem } from '../api/ApiProblem'
import type { AnnotationPage, AnnotationSummary, MonitorSummary } from '../api/types'
import { html } from '../dom/html'
import { Scope } from '../lifecycle/Scope'
import { annotationTable } from './annotationTable'
import { type Filter, filterQuery, isNarrowed, type Kind, KINDS, parseFilter } from './filter'
import { plural } from './format'

const PAGE = 50

/** The annotations of one kind that the filter lets through, as many pages as were asked for. */
export class AnnotationList {
  readonly element = html('section', { class: 'card annotations', 'aria-labelledby': 'annotations-title' })
  private readonly tableBox = html('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-labelledby': 'annotations-title' })
  private readonly more = html('button', { type: 'button', class: 'button', 'data-testid': 'load-more', hidden: true }, 'Load more')
  private readonly status = html('p', { class: 'list-status', role: 'status', 'data-testid': 'list-status' })
  private readonly annotators = html('select', { id: 'filter-annotator', class: 'select', 'data-testid': 'filter-annotator' })
  private readonly languages = html('select', { id: 'filter-language', class: 'select', 'data-testid': 'filter-language' })
  private filter: Filter = parseFilter(location.search)
  private tableScope: Scope
  private table: ReturnType<typeof annotationTable>
  private pages = 1
  private request = 0

  constructor(
    private readonly client: ApiClient,
    private readonly scope: Scope,
    private readonly onProblem: (problem: ApiProblem) => void,
  ) {
    this.tableScope = new Scope(scope)
    this.table = annotationTable(this.filter.kind, this.tableScope)
    this.tableBox.append(this.table.element)
    this.element.append(this.heading(), this.tableBox, html('div', { class: 'list-foot' }, this.status, this.more))
    scope.listen(this.more, 'click', () => this.loadMore())
    scope.listen(this.annotators, 'change', () => this.narrow({ annotatorId: Number(this.annotators.value) || null }))
    scope.listen(this.languages, 'change', () => this.narrow({ language: this.languages.value || null }))
  }

  /** Offers the people and languages that there are to filter by. */
  offer({ annotators, languages }: MonitorSummary): void {
    const people = [...new Set(annotators.map((scores) => scores.annotator_id))].sort((a, b) => a - b)
    fill(this.annotators, 'All annotators', people, this.filter.annotatorId)
    fill(this.languages, 'All languages', languages.map((scores) => scores.language), this.filter.language)
  }

  /** Fetches what is shown anew. Rejects with an `ApiProblem`. */
  async refresh(): Promise<void> {
    const request = ++this.request
    const rows: AnnotationSummary[] = []
    let page: AnnotationPage | null = null
    for (let loaded = 0; loaded < this.pages && page?.next_cursor !== null; loaded++) {
      page = await this.fetchPage(page?.next_cursor ?? null)
      rows.push(...page.items)
    }
    if (request === this.request) this.show(rows, page?.next_cursor != null)
  }

  private fetchPage(cursor: string | null): Promise<AnnotationPage> {
    const { kind, annotatorId, language } = this.filter
    return this.client.annotations({
      kind,
      limit: PAGE,
      ...(annotatorId !== null && { annotator_id: annotatorId }),
      ...(language !== null && { language }),
      ...(cursor !== null && { cursor }),
    })
  }

  private show(rows: readonly AnnotationSummary[], hasMore: boolean): void {
    this.table.update(rows)
    this.tableBox.hidden = rows.length === 0
    this.tableBox.setAttribute('aria-busy', 'false')
    this.more.hidden = !hasMore
    this.more.disabled = false
    this.status.textContent = describe(rows.length, hasMore, this.filter)
  }

  private loadMore(): void {
    this.pages += 1
    this.reload()
  }

  private narrow(change: Partial<Filter>): void {
    this.filter = { ...this.filter, ...change }
    this.pages = 1
    const query = filterQuery(this.filter).toString()
    history.replaceState(history.state, '', location.pathname + (query && `?${query}`))
    if (change.kind) this.changeTable(change.kind)
    this.reload()
  }

  private changeTable(kind: Kind): void {
    this.tableScope.dispose()
    this.tableScope = new Scope(this.scope)
    this.table = annotationTable(kind, this.tableScope)
    this.tableBox.replaceChildren(this.table.element)
  }

  private reload(): void {
    this.more.disabled = true
    this.tableBox.setAttribute('aria-busy', 'true')
    this.refresh().catch((reason: unknown) => {
      if (!(reason instanceof ApiProblem)) throw reason
      this.more.disabled = false
      this.onProblem(reason)
    })
  }

  private heading(): HTMLElement {
    return html(
      'header',
      { class: 'list-head' },
      html('h2', { id: 'annotations-title' }, 'Annotations'),
      this.kindChoice(),
      html('label', { for: 'filter-annotator', class: 'visually-hidden' }, 'Annotator'),
      this.annotators,
      html('label', { for: 'filter-language', class: 'visually-hidden' }, 'Language'),
      this.languages,
    )
  }

  private kindChoice(): HTMLElement {
    const choices = KINDS.map((kind) => {
      const input = html('input', { type: 'radio', name: 'kind', value: kind, 'data-testid': `filter-kind-${kind}` })
      input.checked = kind === this.filter.kind
      this.scope.listen(input, 'change', () => this.narrow({ kind }))
      return html('label', {}, input, kind === 'guide' ? 'Guides' : 'Followers')
    })
    return html('fieldset', { class: 'segments' }, html('legend', { class: 'visually-hidden' }, 'Kind'), ...choices)
  }
}

function describe(shown: number, hasMore: boolean, filter: Filter): string {
  const name = filter.kind === 'guide' ? 'guide annotation' : 'follower annotation'
  if (shown === 0) return isNarrowed(filter) ? `No ${name} matches this filter.` : `No ${name}s yet.`
  return hasMore ? `${plural(shown, name)} shown; there are more.` : `${plural(shown, name)}.`
}

/** Fills a choice, keeping what is chosen even if nobody has it yet; left alone when nothing changed. */
function fill(select: HTMLSelectElement, all: string, values: readonly (string | number)[], chosen: string | number | null): void {
  const offered = chosen === null || values.includes(chosen) ? values : [...values, chosen]
  const before = [...select.options].slice(1).map((option) => option.value)
  if (select.options.length > 0 && before.join('\n') === offered.join('\n')) return
  const options = offered.map((value) => html('option', { value }, String(value)))
  select.replaceChildren(html('option', { value: '' }, all), ...options)
  select.value = String(chosen ?? '')
}
