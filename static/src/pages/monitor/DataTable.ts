import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { clicked, type Direction, type Order, sorted, type SortValue } from './order'

export interface Column<Row> {
  /** Unique in its table. */
  readonly name: string
  readonly label: string
  /** What the label is short for. */
  readonly title?: string
  readonly numeric?: boolean
  /** The direction of the first click; numbers mostly start with the highest. */
  readonly first?: Direction
  /** What the column sorts by. */
  readonly value: (row: Row) => SortValue
  /** What its cell shows; the value itself if left out. */
  readonly cell?: (row: Row) => Node | string
}

/** Neighbouring columns under a heading of their own; without a heading, just columns. */
export interface ColumnGroup<Row> {
  readonly label?: string
  readonly columns: readonly Column<Row>[]
}

export interface TableOptions<Row> {
  /** The table's `data-testid`, and part of those of its rows and buttons. */
  readonly name: string
  readonly caption: Node | string
  readonly groups: readonly ColumnGroup<Row>[]
  readonly key: (row: Row) => string
  readonly order: Order
}

interface ShownRow {
  readonly content: string
  readonly element: HTMLTableRowElement
}

/** A table that sorts by its headings, and keeps rows that did not change (and the focus in them) when it is updated. */
export class DataTable<Row> {
  readonly element: HTMLTableElement
  private readonly columns: readonly Column<Row>[]
  private readonly body = html('tbody')
  private readonly headings = new Map<string, HTMLTableCellElement>()
  private shown = new Map<string, ShownRow>()
  private rows: readonly Row[] = []
  private order: Order

  constructor(
    private readonly options: TableOptions<Row>,
    private readonly scope: Scope,
  ) {
    this.columns = options.groups.flatMap((group) => group.columns)
    this.order = options.order
    this.element = html(
      'table',
      { class: 'data', 'data-testid': options.name },
      html('caption', {}, options.caption),
      ...this.columnGroups(),
      this.head(),
      this.body,
    )
  }

  update(rows: readonly Row[]): void {
    this.rows = rows
    const column = this.columns.find(({ name }) => name === this.order.column)
    const ordered = column ? sorted(rows, column.value, this.order.direction) : rows
    const next = new Map(ordered.map((row) => [this.options.key(row), this.show(row)]))
    this.shown = next
    this.place([...next.values()].map(({ element }) => element))
    this.markOrder()
  }

  private show(row: Row): ShownRow {
    const content = JSON.stringify(row)
    const before = this.shown.get(this.options.key(row))
    if (before?.content === content) return before
    const element = html('tr', { 'data-testid': `${this.options.name}-row`, 'data-key': this.options.key(row) })
    element.append(...this.columns.map((column, index) => this.cell(column, row, index === 0)))
    return { content, element }
  }

  private place(elements: readonly HTMLTableRowElement[]): void {
    const current = [...this.body.rows]
    if (current.length === elements.length && current.every((row, index) => row === elements[index])) return
    const focused = document.activeElement?.closest('tr')?.dataset.key
    this.body.replaceChildren(...elements)
    if (focused !== undefined && document.activeElement === document.body) {
      elements.find((row) => row.dataset.key === focused)?.querySelector('a')?.focus({ preventScroll: true })
    }
  }

  private cell({ numeric, value, cell }: Column<Row>, row: Row, isHeading: boolean): HTMLTableCellElement {
    const content = cell?.(row) ?? String(value(row) ?? '')
    const attributes = { class: numeric ? 'number' : '' }
    return isHeading ? html('th', { ...attributes, scope: 'row' }, content) : html('td', attributes, content)
  }

  private columnGroups(): HTMLElement[] {
    return this.options.groups.map(({ columns }) => html('colgroup', { span: columns.length }))
  }

  private head(): HTMLTableSectionElement {
    const { groups } = this.options
    const labels = groups.map(({ label, columns }) =>
      label === undefined
        ? html('td', { colspan: columns.length })
        : html('th', { scope: 'colgroup', colspan: columns.length }, label),
    )
    const headings = html('tr', {}, ...this.columns.map((column) => this.heading(column)))
    return html('thead', {}, ...(groups.length > 1 ? [html('tr', { class: 'groups' }, ...labels)] : []), headings)
  }

  private heading({ name, label, title, numeric, first }: Column<Row>): HTMLTableCellElement {
    const testid = `${this.options.name}-sort-${name}`
    const button = html('button', { type: 'button', class: 'sort', 'data-testid': testid, ...(title && { title }) }, label)
    this.scope.listen(button, 'click', () => {
      this.order = clicked(this.order, name, first ?? (numeric ? 'descending' : 'ascending'))
      this.update(this.rows)
    })
    const heading = html('th', { scope: 'col', class: numeric ? 'number' : '' }, button)
    this.headings.set(name, heading)
    return heading
  }

  private markOrder(): void {
    for (const [name, heading] of this.headings) {
      heading.ariaSort = name === this.order.column ? this.order.direction : null
    }
  }
}
