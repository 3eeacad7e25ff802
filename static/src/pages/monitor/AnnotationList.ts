import type { ApiClient } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { AnnotationPage, AnnotationRow } from '../../api/types'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { annotationTable } from './annotationTable'
import { type Filters, filterQuery } from '../../annotations/filters'
import { count, plural } from '../../kit/formatting/format'
import { kindName, WALK_KINDS, type WalkKind } from '../../annotations/kinds'
import { saveCsv } from '../../api/saveCsv'

const PAGE = 50

/** The annotations that the filters let through, as many pages as were asked for. */
export class AnnotationList {
  readonly element = html('section', { class: 'card annotations', id: 'annotations', 'aria-labelledby': 'annotations-title' })
  private readonly tableBox = html('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-labelledby': 'annotations-title' })
  private readonly more = html('button', { type: 'button', class: 'button', 'data-testid': 'load-more', hidden: true }, 'Load more')
  private readonly status = html('p', { class: 'list-status', role: 'status', 'data-testid': 'list-status' })
  private readonly table: ReturnType<typeof annotationTable>
  private pages = 1
  private request = 0

  constructor(
    private readonly client: ApiClient,
    private readonly scope: Scope,
    private readonly filters: Filters,
    private readonly narrow: (kind: WalkKind | undefined) => void,
    private readonly onProblem: (problem: ApiProblem) => void,
  ) {
    this.table = annotationTable(scope)
    this.tableBox.append(this.table.element)
    this.element.append(this.heading(), this.tableBox, html('div', { class: 'list-foot' }, this.status, this.more))
    scope.listen(this.more, 'click', () => this.loadMore())
  }

  /** Fetches what is shown anew. Rejects with an `ApiProblem`. */
  async refresh(): Promise<void> {
    const request = ++this.request
    const rows: AnnotationRow[] = []
    let page: AnnotationPage | null = null
    for (let loaded = 0; loaded < this.pages && page?.next_cursor !== null; loaded++) {
      page = await this.client.annotations(this.query(page?.next_cursor ?? null))
      rows.push(...page.items)
    }
    if (request === this.request && page) this.show(rows, page)
  }

  private query(cursor: string | null): URLSearchParams {
    const query = filterQuery(this.filters)
    query.set('limit', String(PAGE))
    if (cursor !== null) query.set('cursor', cursor)
    return query
  }

  private show(rows: readonly AnnotationRow[], { total, next_cursor: next }: AnnotationPage): void {
    this.table.update(rows)
    this.tableBox.hidden = rows.length === 0
    this.tableBox.setAttribute('aria-busy', 'false')
    this.more.hidden = next === null
    this.more.disabled = false
    this.status.textContent = total === rows.length ? `${plural(total, 'annotation')}.` : `${count(rows.length)} of ${plural(total, 'annotation')}.`
  }

  private loadMore(): void {
    this.pages += 1
    this.more.disabled = true
    this.tableBox.setAttribute('aria-busy', 'true')
    this.refresh().catch((reason: unknown) => {
      if (!(reason instanceof ApiProblem)) throw reason
      this.more.disabled = false
      this.onProblem(reason)
    })
  }

  private heading(): HTMLElement {
    const path = `/annotations?${filterQuery(this.filters).toString()}`
    const file = button(this.scope, { name: 'csv-annotations', label: 'CSV', press: () => void saveCsv(this.scope, this.client, path, 'annotations') })
    return html('header', { class: 'list-head' }, html('h2', { id: 'annotations-title' }, 'Annotations'), this.kindChoice(), file)
  }

  private kindChoice(): HTMLElement {
    const choices = [undefined, ...WALK_KINDS].map((kind) => {
      const input = html('input', { type: 'radio', name: 'kind', value: kind ?? '', 'data-testid': `filter-kind-${kind ?? 'all'}` })
      input.checked = kind === this.filters.kind
      this.scope.listen(input, 'change', () => this.narrow(kind))
      return html('label', {}, input, kind ? `${kindName(kind)}s` : 'All')
    })
    return html('fieldset', { class: 'segments' }, html('legend', { class: 'visually-hidden' }, 'Kind'), ...choices)
  }
}
