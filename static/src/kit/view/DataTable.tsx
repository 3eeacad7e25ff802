import { Component, type ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

import { clicked, type SortDirection, type Order, sorted, type SortValue } from './order'

export interface Column<Row> {
  /** Unique in its table. */
  readonly name: string
  readonly label: string
  /** What the label is short for. */
  readonly title?: string
  readonly numeric?: boolean
  /** The direction of the first click; numbers mostly start with the highest. */
  readonly first?: SortDirection
  /** What the column sorts by. */
  readonly value: (row: Row) => SortValue
  /** The content of its cell; by default the value. */
  readonly cell?: (row: Row) => ComponentChildren
}

export interface TableOptions<Row> {
  /** The table's `data-testid`, and part of those of its rows and buttons. */
  readonly name: string
  readonly caption: ComponentChildren
  readonly columns: readonly Column<Row>[]
  readonly key: (row: Row) => string
  /** How it is sorted before anybody has clicked. */
  readonly order: Order
}

interface TableProps<Row> {
  readonly options: TableOptions<Row>
  readonly rows: readonly Row[]
}

/** A table that sorts by its headings. */
export function DataTable<Row>({ options, rows }: TableProps<Row>) {
  const [order, setOrder] = useState(options.order)
  const { name, caption, columns, key } = options
  const sortedBy = columns.find((column) => column.name === order.column)
  const ordered = sortedBy ? sorted(rows, sortedBy.value, order.direction) : rows
  return (
    <table class="data" data-testid={name}>
      <caption>{caption}</caption>
      <colgroup span={columns.length} />
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.name} table={name} column={column} order={order} sort={setOrder} />
          ))}
        </tr>
      </thead>
      <Rows>
        {ordered.map((row) => (
          <tr key={key(row)} data-testid={`${name}-row`} data-key={key(row)}>
            {columns.map((column, index) => (
              <Cell key={column.name} column={column} row={row} isHeading={index === 0} />
            ))}
          </tr>
        ))}
      </Rows>
    </table>
  )
}

interface HeadingProps<Row> {
  readonly table: string
  readonly column: Column<Row>
  readonly order: Order
  readonly sort: (order: Order) => void
}

function Heading<Row>({ table, column: { name, label, title, numeric = false, first }, order, sort }: HeadingProps<Row>) {
  const isSorted = name === order.column
  return (
    <th scope="col" class={numeric ? 'number' : ''} aria-sort={isSorted ? order.direction : undefined}>
      <button
        type="button"
        class="sort"
        data-testid={`${table}-sort-${name}`}
        title={title}
        onClick={() => sort(clicked(order, name, first ?? (numeric ? 'descending' : 'ascending')))}
      >
        {label}
      </button>
    </th>
  )
}

interface CellProps<Row> {
  readonly column: Column<Row>
  readonly row: Row
  readonly isHeading: boolean
}

function Cell<Row>({ column: { numeric = false, value, cell }, row, isHeading }: CellProps<Row>) {
  const content = cell ? cell(row) : String(value(row) ?? '')
  const kind = numeric ? 'number' : ''
  return isHeading ? (
    <th class={kind} scope="row">
      {content}
    </th>
  ) : (
    <td class={kind}>{content}</td>
  )
}

/** Keeps the focus on a row that moves, because browsers drop it. */
class Rows extends Component<{ readonly children: ComponentChildren }> {
  override getSnapshotBeforeUpdate(): HTMLElement | null {
    return document.activeElement instanceof HTMLElement ? document.activeElement : null
  }

  override componentDidUpdate(_props: object, _state: object, focused: HTMLElement | null): void {
    if (focused?.isConnected && document.activeElement === document.body) focused.focus({ preventScroll: true })
  }

  render({ children }: { readonly children: ComponentChildren }) {
    return <tbody>{children}</tbody>
  }
}
