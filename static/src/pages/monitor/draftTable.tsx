/** What people edit in drafts, what they confirm, and which planted errors they leave in. */

import { listAddress } from '../../annotations/filters'
import type { DraftFigures } from '../../api/types'
import { Unknown } from '../../kit/formatting/figures'
import { decimal } from '../../kit/formatting/format'
import { say } from '../../kit/messages/staffMessages'
import type { Column, TableOptions } from '../../kit/view/DataTable'

export const DRAFT_TABLE: TableOptions<DraftFigures> = {
  name: 'drafts',
  caption: <span class="visually-hidden">{say('Draft transcripts')}</span>,
  key: ({ campaign_id: campaign, annotator_id: person, recogniser }) => `${campaign ?? ''} ${person} ${recogniser}`,
  order: { column: 'planted', direction: 'ascending' },
  columns: [
    {
      name: 'annotator',
      label: say('Annotator'),
      value: ({ annotator_id: person }) => person,
      cell: ({ annotator_id: person }) => <a href={listAddress({ annotator: String(person) }, 'active')}>{person}</a>,
    },
    { name: 'campaign', label: say('Campaign'), value: ({ campaign_id: campaign }) => campaign ?? '' },
    { name: 'recogniser', label: say('Recogniser'), value: ({ recogniser }) => recogniser },
    { name: 'count', label: say('Drafts'), numeric: true, value: ({ drafts }) => drafts },
    { name: 'words', label: say('Words'), numeric: true, value: ({ words }) => words },
    {
      name: 'edits',
      label: say('Edits a word'),
      title: say('Words changed, removed or added, for each word of the draft'),
      numeric: true,
      value: (row) => row.edits_per_word,
      cell: (row) => decimal(row.edits_per_word, 2),
    },
    share('heard', say('Heard or touched'), say('And left as they were'), (row) => row.heard),
    share('untouched', say('Not confirmed'), say('Neither heard, nor touched, nor edited'), (row) => row.untouched),
    {
      name: 'planted',
      label: say('Planted errors mended'),
      title: say('With the 95 % interval of the share'),
      numeric: true,
      first: 'ascending',
      value: (row) => row.planted_found ?? 2,
      cell: (row) => <Planted row={row} />,
    },
  ],
}

function share(name: string, label: string, title: string, value: (row: DraftFigures) => number): Column<DraftFigures> {
  return { name, label, title, numeric: true, value, cell: (row) => percent(value(row)) }
}

const percent = (value: number): string => `${decimal(100 * value, 0)} %`

function Planted({ row: { planted, planted_left: left, found_low: low, found_high: high } }: { readonly row: DraftFigures }) {
  if (low === null || high === null) return <Unknown why={say('no error was planted')} />
  return <>{say('{{mended}} of {{planted}} ({{low}}–{{high}})', { mended: planted - left, planted, low: decimal(100 * low, 0), high: percent(high) })}</>
}
