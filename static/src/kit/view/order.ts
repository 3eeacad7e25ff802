/** Sorting of table rows by one column. */

export type SortDirection = 'ascending' | 'descending'
export type SortValue = number | string | null

export interface Order {
  readonly column: string
  readonly direction: SortDirection
}

const collator = new Intl.Collator('en', { numeric: true })

function compare(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}

/** A sorted copy; equal rows keep their order, and rows without a value come last in either direction. */
export function sorted<Row>(rows: readonly Row[], value: (row: Row) => SortValue, direction: SortDirection): Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return [...rows].sort((left, right) => {
    const [a, b] = [value(left), value(right)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * compare(a, b)
  })
}

/** The order after a click on `column`: the same column turns round, another one starts with `first`. */
export function clicked(order: Order, column: string, first: SortDirection): Order {
  if (order.column !== column) return { column, direction: first }
  return { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' }
}
