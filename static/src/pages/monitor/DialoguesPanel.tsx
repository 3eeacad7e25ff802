/** How dialogues of two people go: what is typical of each kind, and the newest of them. */

import { kindName } from '../../annotations/kinds'
import type { DialoguesView } from '../../api/types'
import { Time, Unknown } from '../../kit/formatting/figures'
import { decimal, percent } from '../../kit/formatting/format'
import { say } from '../../kit/messages/staffMessages'
import { Button } from '../../kit/view/controls'
import { type Column, DataTable, type TableOptions } from '../../kit/view/DataTable'
import { personText } from '../../people/labels'

type KindRow = DialoguesView['kinds'][number]
type Row = DialoguesView['items'][number]

export const NO_DIALOGUES: DialoguesView = { kinds: [], items: [], total: 0 }

interface DialoguesPanelProps {
  readonly dialogues: DialoguesView
  /** Saves all of them as a file. */
  readonly save: () => void
}

export function DialoguesPanel({ dialogues: { kinds, items, total }, save }: DialoguesPanelProps) {
  if (total === 0) return null
  return (
    <section class="card panel" data-testid="panel-dialogues">
      <header class="panel-head">
        <h2>{say('Dialogues')}</h2>
        <Button name="csv-dialogues" label="CSV" press={save} />
      </header>
      <div class="table-box" tabindex={0} role="region" aria-label={say('Dialogues by kind')}>
        <DataTable options={KIND_TABLE} rows={kinds} />
      </div>
      <div class="table-box" tabindex={0} role="region" aria-label={say('The newest dialogues')}>
        <DataTable options={ROW_TABLE} rows={items} />
      </div>
    </section>
  )
}

const named = ({ kind }: { kind: string }, withProgram: boolean): string => (withProgram ? say('{{kind}}, with a program', { kind: kindName(kind) }) : kindName(kind))

const UNTIMED = say('until both voices are aligned: pangea align')
const UNHEARD = say('until both voices are aligned, and where their pages noted when each was heard')

/** Measures that both tables have. */
const MEASURES = [
  { name: 'seconds', label: say('Length'), title: say('Seconds until the last of the two stopped recording'), tell: (value: number) => say('{{n}} s', { n: decimal(value, 0) }) },
  { name: 'turns', label: say('Turns'), title: say('What one person says or types until the other begins'), tell: (value: number) => decimal(value, 0) },
  { name: 'words', label: say('Words'), title: say('Of both'), tell: (value: number) => decimal(value, 0) },
  { name: 'overlap', label: say('Overlap'), title: say('Share of the time with speech in which both speak'), tell: percent },
  { name: 'floor_transfer', label: say('Gap'), title: say('Median time from the last word of one person to the first of the other; below zero they overlap'), tell: (value: number) => say('{{n}} s', { n: decimal(value, 2) }) },
  { name: 'response', label: say('Response'), title: say('Median time from when the last word of one person was heard to the first of the other'), tell: (value: number) => say('{{n}} s', { n: decimal(value, 2) }) },
  { name: 'goal_progress', label: say('Progress'), title: say('Metres by which the walk came nearer to the goal'), tell: (value: number) => say('{{n}} m', { n: decimal(value, 1) }) },
  { name: 'progress_per_answer', label: say('An answer'), title: say('Metres that an answer of who knows the way brought'), tell: (value: number) => say('{{n}} m', { n: decimal(value, 1) }) },
] as const

type Measure = (typeof MEASURES)[number]

function measured<T>(value: (row: T, name: Measure['name']) => number | null): Column<T>[] {
  return MEASURES.map(({ name, label, title, tell }) => ({
    name,
    label,
    title,
    numeric: true,
    value: (row: T) => value(row, name),
    cell: (row: T) => {
      const found = value(row, name)
      return found === null ? <Unknown why={name === 'response' ? UNHEARD : UNTIMED} /> : tell(found)
    },
  }))
}

const KIND_TABLE: TableOptions<KindRow> = {
  name: 'dialogue-kinds',
  caption: say('By kind; medians'),
  key: (row) => `${row.kind} ${row.with_program}`,
  order: { column: 'kind', direction: 'ascending' },
  columns: [
    { name: 'kind', label: say('Kind'), value: (row) => named(row, row.with_program) },
    { name: 'dialogues', label: say('Dialogues'), numeric: true, value: ({ dialogues }) => dialogues },
    { name: 'timed', label: say('Aligned'), title: say('Both voices are aligned, and on one time line'), numeric: true, value: ({ timed }) => timed },
    {
      name: 'success',
      label: say('Success'),
      numeric: true,
      value: ({ success }) => success,
      cell: ({ success, judged }) => (success === null ? <Unknown why={say('nothing says when one succeeds')} /> : say('{{share}} of {{n}}', { share: percent(success), n: judged })),
    },
    ...measured<KindRow>((row, name) => row.medians[name] ?? null),
  ],
}

const ROW_TABLE: TableOptions<Row> = {
  name: 'dialogues',
  caption: say('The newest dialogues'),
  key: ({ pairing_id: id }) => id,
  order: { column: 'submitted', direction: 'descending' },
  columns: [
    {
      name: 'submitted',
      label: say('Submitted'),
      first: 'descending',
      value: (row) => row.submitted_at,
      cell: (row) => (
        <a href={`/dialogue?id=${encodeURIComponent(row.pairing_id)}`}>
          <Time at={row.submitted_at} />
        </a>
      ),
    },
    { name: 'kind', label: say('Kind'), value: (row) => named(row, row.programs.length > 0) },
    { name: 'people', label: say('People'), value: ({ people }) => people.map(personText).join(', ') },
    { name: 'success', label: say('Success'), value: ({ success }) => (success === null ? null : Number(success)), cell: ({ success }) => (success === null ? <Unknown why={say('nothing says when one succeeds')} /> : success ? say('yes') : say('no')) },
    ...measured<Row>((row, name) => row[name]),
  ],
}
