/** The active time and the pay of people, as recorded in the payment entries. */

import { listAddress } from '../../annotations/filters'
import type { PayRow } from '../../api/types'
import { Time, Unknown } from '../../kit/formatting/figures'
import { decimal } from '../../kit/formatting/format'
import type { Column, TableOptions } from '../../kit/view/DataTable'
import { say } from '../../kit/messages/staffMessages'
import { pageLocale } from '../../kit/messages/messages'
import { personText } from '../../people/labels'

export const PAY_TABLE: TableOptions<PayRow> = {
  name: 'pay',
  caption: <span class="visually-hidden">{say('Active time and pay')}</span>,
  key: ({ annotator_id: person, currency }) => `${person}-${currency}`,
  order: { column: 'annotator', direction: 'ascending' },
  columns: [
    {
      name: 'annotator',
      label: say('Annotator'),
      value: ({ annotator_id: person }) => person,
      cell: ({ annotator_id: person }) => <a href={listAddress({ annotator: String(person) }, 'active')}>{personText(person)}</a>,
    },
    {
      name: 'active',
      label: say('Active time'),
      title: say('Measured by the server, without breaks'),
      numeric: true,
      value: (row) => row.active_seconds,
      cell: (row) => `${decimal(row.active_seconds / 3600, 1)} h`,
    },
    amount('earned', say('Earned'), (row) => row.earned),
    amount('paid', say('Paid'), (row) => row.paid),
    amount('due', say('Due'), (row) => row.due),
    amount('hourly', say('Per hour of active time'), (row) => row.hourly),
    { name: 'as-of', label: say('As of'), title: say('Time of the last payment entry'), first: 'descending', value: (row) => row.as_of, cell: (row) => <Time at={row.as_of} /> },
  ],
}

function amount(name: string, label: string, value: (row: PayRow) => number | null): Column<PayRow> {
  const cell = (row: PayRow) => {
    const known = value(row)
    return known === null ? <Unknown why={say('no active time was recorded')} /> : money(known, row.currency)
  }
  return { name, label, numeric: true, value, cell }
}

/** An amount in minor units; the currency says how many of them make one. */
function money(amount: number, currency: string): string {
  const written = new Intl.NumberFormat(pageLocale(), { style: 'currency', currency })
  return written.format(amount / 10 ** (written.resolvedOptions().maximumFractionDigits ?? 2))
}
