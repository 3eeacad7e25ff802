import type { ApiClient, Kind } from '../../api/ApiClient'
import type { AnnotationSummary, TaskCount } from '../../api/types'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { flagsColumn, originColumns } from './annotationColumns'
import { DataTable } from './DataTable'
import { figure } from '../../kit/formatting/figures'
import { clock, decimal, plural } from '../../kit/formatting/format'
import { isWalkKind, kindName } from '../../annotations/kinds'

const PAGE = 50

/** What was handed in for tasks of other kinds: a list for each of which something is done. */
export class OtherTasks {
  readonly element = html('div', { class: 'other-tasks' })
  private readonly lists = new Map<Kind, OtherList>()

  constructor(
    private readonly client: ApiClient,
    private readonly scope: Scope,
  ) {}

  get isEmpty(): boolean {
    return this.lists.size === 0
  }

  /** Rejects with an `ApiProblem`. */
  async refresh(tasks: readonly TaskCount[]): Promise<void> {
    for (const { kind, done } of tasks) {
      if (done > 0 && !isWalkKind(kind) && !this.lists.has(kind)) this.add(kind)
    }
    await Promise.all([...this.lists.values()].map((list) => list.refresh()))
  }

  private add(kind: Kind): void {
    const list = new OtherList(this.client, this.scope, kind)
    this.lists.set(kind, list)
    this.element.append(list.element)
  }
}

/** The annotations of one kind, as many pages as were asked for. */
class OtherList {
  readonly element: HTMLElement
  private readonly table: DataTable<AnnotationSummary>
  private readonly status = html('p', { class: 'list-status', role: 'status' })
  private readonly more: HTMLButtonElement
  private pages = 1

  constructor(
    private readonly client: ApiClient,
    scope: Scope,
    private readonly kind: Kind,
  ) {
    const title = html('h2', { id: `${kind}-title` }, kindName(kind))
    this.more = button(scope, { name: `more-${kind}`, label: 'Load more', press: () => void this.loadMore() })
    this.table = otherTable(kind, scope)
    this.element = html(
      'section',
      { class: 'card annotations', 'aria-labelledby': title.id },
      html('header', { class: 'list-head' }, title),
      html('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-labelledby': title.id }, this.table.element),
      html('div', { class: 'list-foot' }, this.status, this.more),
    )
  }

  async refresh(): Promise<void> {
    const rows: AnnotationSummary[] = []
    let cursor: string | null = null
    for (let page = 0; page < this.pages && (page === 0 || cursor !== null); page++) {
      const { items, next_cursor: next } = await this.client.taskAnnotations(this.kind, PAGE, cursor)
      rows.push(...items)
      cursor = next
    }
    this.table.update(rows)
    this.more.hidden = cursor === null
    this.status.textContent = `${plural(rows.length, 'annotation')}${cursor === null ? '.' : ' shown; there are more.'}`
  }

  private async loadMore(): Promise<void> {
    this.pages += 1
    await this.refresh().catch(() => undefined) // the page asks again in a moment, and tells what is wrong
  }
}

function otherTable(kind: Kind, scope: Scope): DataTable<AnnotationSummary> {
  const name = kindName(kind)
  return new DataTable<AnnotationSummary>(
    {
      name: `annotations-${kind}`,
      caption: html('span', { class: 'visually-hidden' }, `${name} annotations`),
      key: (row) => String(row.annotation_id),
      order: { column: 'submitted', direction: 'descending' },
      groups: [
        {
          columns: [
            ...originColumns<AnnotationSummary>(() => kind),
            {
              name: 'duration',
              label: 'Voice',
              numeric: true,
              value: (row) => row.duration,
              cell: (row) => figure(row.duration, clock, 'nobody spoke'),
            },
            flagsColumn<AnnotationSummary>(),
            { name: 'measures', label: 'Scores', value: measured, cell: measured },
          ],
        },
      ],
    },
    scope,
  )
}

/** The scores that a kind has of its own, in one line. */
function measured({ measures }: AnnotationSummary): string {
  const known = Object.entries(measures ?? {}).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value === null ? 'unknown' : decimal(value)}`)
  return known.join(', ')
}
