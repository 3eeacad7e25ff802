/** One row per annotation, each with a link to its replay. */

import type { Kind } from '../api/ApiClient'
import type { AnnotationRow } from '../api/types'
import { html } from '../dom/html'
import type { Scope } from '../lifecycle/Scope'
import { type Column, type ColumnGroup, DataTable } from './DataTable'
import { figure, unknown } from './figures'
import { flagName } from './flagNames'
import { clock, dayAndTime, decimal } from './format'
import { kindName } from './kinds'

type Row = AnnotationRow

/** How a walk ended: at the goal, elsewhere, or nowhere; of an imported one it may not be known. */
export function result({ outcome, scores }: { outcome: AnnotationRow['outcome']; scores: { sr: number } | null }): 'reached' | 'missed' | 'gave up' | 'not known' {
  if (outcome === 'gave_up') return 'gave up'
  if (scores === null) return 'not known'
  return scores.sr >= 1 ? 'reached' : 'missed'
}

const ALIGNMENT: Record<'aligned' | 'failed' | 'missing', { label: string; title: string }> = {
  aligned: { label: 'aligned', title: 'Every word has its time' },
  failed: { label: 'failed', title: 'The aligner could not time the words; the replay says why' },
  missing: { label: 'not yet', title: 'Run pangea align' },
}

export function replayUrl(kind: Kind, annotationId: number): string {
  return `/replay?kind=${kind}&id=${annotationId}`
}

function pill(state: string, label: string, title = ''): HTMLElement {
  return html('span', { class: `pill pill-${state.replace(' ', '-')}`, ...(title && { title }) }, label)
}

function score(name: 'ne' | 'spl' | 'ndtw', label: string, title: string): Column<Row> {
  return {
    name,
    label,
    title,
    numeric: true,
    first: name === 'ne' ? 'ascending' : 'descending',
    value: (row) => row[name],
    cell: (row) => figure(row[name], decimal, 'the walk is not known'),
  }
}

const ALIGNMENT_COLUMN: Column<Row> = {
  name: 'alignment',
  label: 'Alignment',
  title: 'Whether the words have their times',
  value: (row) => row.alignment ?? null,
  cell: (row) => {
    if (row.kind === 'follower') return ''
    const { label, title } = ALIGNMENT[row.alignment ?? 'missing']
    return pill(row.alignment ?? 'missing', label, title)
  },
}

export function flagsColumn<Flagged extends Pick<Row, 'flags'>>(): Column<Flagged> {
  return {
    name: 'flags',
    label: 'Flags',
    title: 'What a reviewer should look at',
    first: 'descending',
    value: (row) => row.flags?.length ?? -1,
    cell: (row) => (row.flags ? html('span', { class: 'flags' }, ...row.flags.map(badge)) : unknown('not looked at yet')),
  }
}

function badge({ flag, why }: { flag: string; why: string }): HTMLElement {
  return html('span', { class: 'flag', title: why, 'data-testid': `flag-${flag}` }, flagName(flag), html('span', { class: 'visually-hidden' }, `: ${why}`))
}

const DURATION_COLUMN: Column<Row> = {
  name: 'duration',
  label: 'Duration',
  title: 'Of the Guide’s voice, or of the Follower’s walk',
  numeric: true,
  value: (row) => row.duration,
  cell: (row) => figure(row.duration, clock, 'the server does not say'),
}

const OUTCOME_COLUMN: Column<Row> = {
  name: 'result',
  label: 'Result',
  title: 'Reached: ended less than 3 m from the goal',
  value: ended,
  cell: (row) => pill(ended(row), ended(row)),
}

function ended({ outcome, sr }: Row): ReturnType<typeof result> {
  return result({ outcome, scores: sr === null ? null : { sr } })
}

const FOLLOWED_COLUMN: Column<Row> = {
  name: 'followed',
  label: 'Followed',
  title: 'The guide annotation whose words they followed',
  value: (row) => (row.kind === 'guide' ? null : row.instruction_id),
  cell: (row) => (row.kind === 'guide' ? '' : html('a', { href: replayUrl('guide', row.instruction_id) }, `Guide ${row.instruction_id}`)),
}

const COLUMNS: readonly ColumnGroup<Row>[] = [
  {
    columns: [
      {
        name: 'id',
        label: 'Replay',
        first: 'descending',
        value: (row) => row.annotation_id,
        cell: ({ kind, annotation_id: id }) =>
          html('a', { class: 'row-link', href: replayUrl(kind, id), 'data-testid': 'replay-link' }, `${kindName(kind)} ${id}`),
      },
      {
        name: 'submitted',
        label: 'Submitted',
        first: 'descending',
        value: (row) => row.submitted_at,
        cell: (row) => html('time', { datetime: row.submitted_at }, dayAndTime(row.submitted_at)),
      },
      { name: 'annotator', label: 'Annotator', value: (row) => row.annotator_id },
      { name: 'language', label: 'Language', value: (row) => row.language },
      { name: 'scan', label: 'Scan', value: (row) => row.scan_id },
      { name: 'path', label: 'Path', value: (row) => row.path_id },
      FOLLOWED_COLUMN,
      DURATION_COLUMN,
      ALIGNMENT_COLUMN,
      { name: 'review', label: 'Review', value: (row) => row.review, cell: (row) => (row.review ?? '').replace('_', ' ') },
      OUTCOME_COLUMN,
      flagsColumn(),
      score('ne', 'NE (m)', 'Navigation error: distance from the last viewpoint to the goal, in metres'),
      score('spl', 'SPL', 'Success weighted by path length'),
      score('ndtw', 'nDTW', 'Normalised dynamic time warping between walk and reference path'),
    ],
  },
]

export function annotationTable(scope: Scope): DataTable<Row> {
  return new DataTable<Row>(
    {
      name: 'annotations',
      caption: html('span', { class: 'visually-hidden' }, 'Annotations'),
      key: (row) => `${row.kind}-${row.annotation_id}`,
      order: { column: 'submitted', direction: 'descending' },
      groups: COLUMNS,
    },
    scope,
  )
}
