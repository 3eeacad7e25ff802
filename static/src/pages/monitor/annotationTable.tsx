/** One row per annotation, each with a link to its replay. */

import { kindName } from '../../annotations/kinds'
import { replayUrl } from '../../annotations/replayAddress'
import { Pill, result } from '../../annotations/results'
import type { AnnotationRow } from '../../api/types'
import { figure } from '../../kit/formatting/figures'
import { clock, decimal } from '../../kit/formatting/format'
import { flagsColumn, originColumns } from './annotationColumns'
import type { Column, TableOptions } from '../../kit/view/DataTable'
import { useKinds } from './kindsShown'
import { LEFT_OUT } from './LeftOut'
import { say } from '../../kit/messages/staffMessages'

type Row = AnnotationRow

const ALIGNMENT: Record<'aligned' | 'failed' | 'missing', { label: string; title: string }> = {
  aligned: { label: say('aligned'), title: say('Every word has a time') },
  failed: { label: say('failed'), title: say('The aligner could not time the words; the replay says why') },
  missing: { label: say('not yet'), title: say('Run {{command}}', { command: 'pangea align' }) },
}

function score(name: 'ne' | 'spl' | 'ndtw', label: string, title: string): Column<Row> {
  return {
    name,
    label,
    title,
    numeric: true,
    first: name === 'ne' ? 'ascending' : 'descending',
    value: (row) => row[name],
    cell: (row) => figure(row[name], decimal, say('the walk is not known')),
  }
}

const ALIGNMENT_COLUMN: Column<Row> = {
  name: 'alignment',
  label: say('Alignment'),
  title: say('Whether the words have times'),
  value: (row) => row.alignment ?? null,
  cell: (row) => row.alignment != null && <Pill state={row.alignment} {...ALIGNMENT[row.alignment]} />,
}

const DURATION_COLUMN: Column<Row> = {
  name: 'duration',
  label: say('Duration'),
  title: say('Length of the Guide’s voice or of the Follower’s walk'),
  numeric: true,
  value: (row) => row.duration,
  cell: (row) => figure(row.duration, clock, say('the server did not report it')),
}

const OUTCOME_COLUMN: Column<Row> = {
  name: 'result',
  label: say('Result'),
  title: say('Reached: ended less than 3 m from the goal'),
  value: ended,
  cell: (row) => <Pill state={ended(row)} />,
}

function Followed({ row }: { readonly row: Row }) {
  const words = useKinds().find(({ kind }) => kind === row.kind)?.about_words
  const number = followed(row)
  return words && number !== null && <a href={replayUrl(words, number)}>{`${kindName(words)} ${number}`}</a>
}

function ended({ outcome, success }: Row): ReturnType<typeof result> {
  return result({ outcome, scores: success === null ? null : { success } })
}

function reviewed({ review, left_out: why }: Row): string {
  const told = [review && say(review.replace('_', ' ')), why && why !== review && LEFT_OUT[why]]
  return told.filter(Boolean).join(' · ')
}

const FOLLOWED_COLUMN: Column<Row> = {
  name: 'followed',
  label: say('Followed'),
  title: say('The Guide annotation whose directions they followed'),
  value: followed,
  cell: (row) => <Followed row={row} />,
}

export const ANNOTATION_TABLE: TableOptions<Row> = {
  name: 'annotations',
  caption: <span class="visually-hidden">{say('Annotations')}</span>,
  key: (row) => `${row.kind}-${row.annotation_id}`,
  order: { column: 'submitted', direction: 'descending' },
  columns: [
    ...originColumns<Row>((row) => row.kind),
    { name: 'path', label: say('Path'), value: (row) => row.path_id },
    FOLLOWED_COLUMN,
    DURATION_COLUMN,
    ALIGNMENT_COLUMN,
    { name: 'review', label: say('Review'), title: say('What a reviewer said, and why it is not counted'), value: (row) => row.review, cell: reviewed },
    OUTCOME_COLUMN,
    flagsColumn(),
    score('ne', 'NE (m)', say('Navigation error: distance from the last viewpoint to the goal, in metres')),
    score('spl', 'SPL', say('Success weighted by path length')),
    score('ndtw', 'nDTW', say('Normalised dynamic time warping between walk and reference path')),
  ],
}

/** The Guide's words that an annotation is about; null where it gives them itself. */
function followed({ instruction_id: instruction, annotation_id: own, alignment }: Row): number | null {
  return alignment !== null && instruction === own ? null : instruction
}
