/** Step by step: what was asked and answered, what it took and cost, and what is left. */

import { kindName } from '../../annotations/kinds'
import type { LandmarkStep } from '../../api/types'
import { figure, Unknown } from '../../kit/formatting/figures'
import { count, decimal, percent } from '../../kit/formatting/format'
import { money } from '../../kit/formatting/money'
import { say } from '../../kit/messages/staffMessages'
import type { Column, TableOptions } from '../../kit/view/DataTable'

export const stepTable = (): TableOptions<LandmarkStep> => ({
  name: 'steps',
  caption: <span class="visually-hidden">{say('Step by step')}</span>,
  key: ({ kind }) => kind,
  order: { column: '', direction: 'ascending' }, // as the protocol has them
  columns: [
    { name: 'kind', label: say('Step'), value: ({ kind }) => kind, cell: ({ kind }) => kindName(kind) },
    questions('open', say('Open'), (row) => row.open),
    questions('held', say('Held'), (row) => row.held),
    questions('done', say('Done'), (row) => row.done),
    questions('disputed', say('Disputed'), (row) => row.disputed, say('Pages that wait for a reviewer')),
    questions('people', say('People'), (row) => row.people),
    {
      name: 'seconds',
      label: say('Seconds'),
      title: say('Median for one question; below it, what a tenth of them took less than, and a tenth more than'),
      numeric: true,
      value: ({ seconds }) => seconds?.median ?? null,
      cell: ({ seconds }) => (seconds ? <Spread low={seconds.low} median={seconds.median} high={seconds.high} /> : <Unknown why={say('nobody has answered yet')} />),
    },
    {
      name: 'known',
      label: say('Goal · Flickr30k'),
      title: say('Seconds that the page is made for, and what people took for Flickr30k Entities'),
      numeric: true,
      value: (row) => row.goal_seconds,
      cell: (row) => `${decimal(row.goal_seconds, 1)} · ${decimal(row.known_seconds, 1)}`,
    },
    {
      name: 'agreement',
      label: say('Agreement'),
      title: say('Of all pairs of people who judged the same, the share that said the same'),
      numeric: true,
      value: (row) => row.agreement,
      cell: (row) => figure(row.agreement, (share) => <span title={say('{{n}} pairs', { count: row.pairs })}>{percent(share)}</span>, say('nobody was asked about the same twice')),
    },
    {
      name: 'cost',
      label: say('Cost so far'),
      title: say('From the payment entries'),
      numeric: true,
      value: ({ costs }) => costs[0]?.amount ?? null,
      cell: ({ costs }) => (costs.length > 0 ? costs.map(({ amount, currency }) => money(amount, currency)).join(' + ') : <Unknown why={say('there is no payment entry')} />),
    },
    {
      name: 'left',
      label: say('Hours left'),
      title: say('For what is open and held; further questions follow from the answers'),
      numeric: true,
      value: (row) => row.left_seconds,
      cell: (row) => figure(row.left_seconds, (seconds) => decimal(seconds / 3600, 1), say('nobody has answered yet')),
    },
  ],
})

function questions(name: string, label: string, value: (row: LandmarkStep) => number, title = ''): Column<LandmarkStep> {
  return { name, label, numeric: true, value, cell: (row) => count(value(row)), ...(title && { title }) }
}

function Spread({ low, median, high }: { readonly low: number; readonly median: number; readonly high: number }) {
  return (
    <>
      {decimal(median, 1)}
      <span class="hint landmark-spread">
        {decimal(low, 1)}–{decimal(high, 1)}
      </span>
    </>
  )
}
