import type { ApiClient } from '../../api/ApiClient'
import type { GroupsView } from '../../api/types'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { curveChart } from './curveChart'
import type { DataTable } from './DataTable'
import { type FilterName, type Filters, filterQuery, listAddress } from '../../annotations/filters'
import { groupTable, type GroupRow } from './groupTable'
import { intervalChart, type Point } from './intervalChart'
import type { WalkKind } from '../../annotations/kinds'
import { estimate, type Measure, spoken } from './measures'
import { saveCsv } from '../../api/saveCsv'

export interface PanelOptions {
  /** What annotations are grouped by. */
  readonly by: FilterName
  readonly title: string
  /** Groups that follow each other are joined by a line. */
  readonly ordered?: boolean
}

const SHOWN = 12
const JOINED = 60

/** One chart with its table and its file: a measure of the selected annotations, group by group. */
export class GroupPanel {
  readonly element: HTMLElement
  private readonly chart = html('div', { class: 'panel-chart' })
  private readonly note = html('p', { class: 'panel-note' })
  private readonly table: DataTable<GroupRow>
  private readonly tableBox: HTMLElement
  private readonly turn: HTMLButtonElement
  private shown = ''

  constructor(
    private readonly client: ApiClient,
    private readonly scope: Scope,
    private readonly options: PanelOptions,
    private readonly filters: Filters,
  ) {
    const { by, title } = options
    this.table = groupTable(scope, title, by)
    this.tableBox = html('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-label': `${title}, table`, hidden: true }, this.table.element)
    this.turn = button(scope, { name: `table-${by}`, label: 'Table', press: () => this.showTable(this.tableBox.hidden) })
    this.turn.ariaPressed = 'false'
    const file = button(scope, { name: `csv-${by}`, label: 'CSV', press: () => void this.save() })
    const heading = html('h2', { id: `panel-${by}` }, title)
    const head = html('header', { class: 'panel-head' }, heading, this.turn, file)
    this.element = html('section', { class: 'card panel', 'data-testid': `panel-${by}`, 'aria-labelledby': `panel-${by}` }, head, this.chart, this.note, this.tableBox)
  }

  /** Fetches and shows it anew. Rejects with an `ApiProblem`. */
  async refresh(measure: Measure): Promise<void> {
    const view = await this.client.groups(this.options.by, filterQuery(this.filters))
    const content = JSON.stringify([view, measure.name])
    if (content === this.shown) return
    this.shown = content
    this.draw(view, measure)
    this.table.update(view.groups.map((group) => ({ group, address: (of) => this.address(group.name, measure, of) })))
  }

  private draw({ groups }: GroupsView, measure: Measure): void {
    const points = groups.flatMap((group): Point[] => {
      const known = estimate(group, measure)
      return known && group.name !== null ? [{ name: group.name, estimate: known, text: spoken(known, measure), href: this.address(group.name, measure, measure.of) }] : []
    })
    const { ordered = false } = this.options
    const most = ordered ? points.slice(-JOINED) : [...points].sort((a, b) => b.estimate.n - a.estimate.n).slice(0, SHOWN)
    const drawn = ordered ? most : points.filter((point) => most.includes(point))
    this.chart.replaceChildren(...(drawn.length === 0 ? [] : [(ordered ? curveChart : intervalChart)(drawn, measure)]))
    this.chart.firstElementChild?.setAttribute('aria-label', `${measure.label} by ${this.options.title.toLowerCase()}`)
    this.note.textContent = describe(drawn.length, points.length, ordered)
  }

  private address(name: string | null, { name: measure }: Measure, of: WalkKind | null): string {
    return listAddress({ ...this.filters, ...(of && { kind: of }), [this.options.by]: name ?? '' }, measure)
  }

  private showTable(shown: boolean): void {
    this.tableBox.hidden = !shown
    this.chart.hidden = shown
    this.note.hidden = shown
    this.turn.ariaPressed = String(shown)
  }

  private async save(): Promise<void> {
    const { by } = this.options
    await saveCsv(this.scope, this.client, `/monitor/groups/${by}?${filterQuery(this.filters).toString()}`, by)
  }
}

function describe(drawn: number, all: number, ordered: boolean): string {
  if (all === 0) return 'Nothing is known of this yet.'
  if (drawn === all) return ''
  return ordered ? `The last ${drawn} of ${all}; the table has all.` : `The ${drawn} with the most annotations, of ${all}; the table has all.`
}
