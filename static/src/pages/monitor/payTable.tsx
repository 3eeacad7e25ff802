/** The active time and the pay of people, as recorded in the payment entries. */

import { listAddress } from '../../annotations/filters'
import type { PayRow } from '../../api/types'
import { Time, Unknown } from '../../kit/formatting/figures'
import { decimal } from '../../kit/formatting/format'
import type { Column, TableOptions } from './DataTable'

export const PAY_TABLE: TableOptions<PayRow> = {
  name: 'pay',
  caption: <span class="visually-hidden">Active time and pay</span>,
  key: ({ annotator_id: person, currency }) => `${person}-${currency}`,
  order: { column: 'annotator', direction: 'ascending' },
  columns: [
    {
      name: 'annotator',
      label: 'Annotator',
      value: ({ annotator_id: person }) => person,
      cell: ({ annotator_id: person }) => <a href={listAddress({ annotator: String(person) }, 'active')}>{person}</a>,
    },
    {
      name: 'active',
      label: 'Active time',
      title: 'Measured by the server, without breaks',
      numeric: true,
      value: (row) => row.active_seconds,
      cell: (row) => `${decimal(row.active_seconds / 3600, 1)} h`,
    },
    amount('earned', 'Earned', (row) => row.earned),
    amount('paid', 'Paid', (row) => row.paid),
    amount('due', 'Due', (row) => row.due),
    amount('hourly', 'Per hour of active time', (row) => row.hourly),
    { name: 'as-of', label: 'As of', title: 'Time of the last payment entry', first: 'descending', value: (row) => row.as_of, cell: (row) => <Time at={row.as_of} /> },
  ],
}

function amount(name: string, label: string, value: (row: PayRow) => number | null): Column<PayRow> {
  const cell = (row: PayRow) => {
    const known = value(row)
    return known === null ? <Unknown why="no active time was recorded" /> : money(known, row.currency)
  }
  return { name, label, numeric: true, value, cell }
}

/** An amount in minor units; the currency says how many of them make one. */
function money(amount: number, currency: string): string {
  const written = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  return written.format(amount / 10 ** (written.resolvedOptions().maximumFractionDigits ?? 2))
}
