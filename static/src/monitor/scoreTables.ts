/** How good the data is, by language and by annotator. */

import type { MonitorSummary } from '../api/types'
import type { Scope } from '../lifecycle/Scope'
import { type Column, DataTable } from './DataTable'
import { figure, type GroupScores, successRate } from './figures'
import { count, decimal } from './format'

type LanguageScores = MonitorSummary['languages'][number]

/** One person in both roles; null where they have not worked in it. */
export interface AnnotatorRow {
  readonly annotatorId: number
  readonly guide: GroupScores | null
  readonly follower: GroupScores | null
}

/** One row per person, from the wire's one row per person and role. */
export function annotatorRows(annotators: MonitorSummary['annotators']): AnnotatorRow[] {
  const ids = [...new Set(annotators.map((scores) => scores.annotator_id))]
  const find = (id: number, role: 'guide' | 'follower') =>
    annotators.find((scores) => scores.annotator_id === id && scores.role === role) ?? null
  return ids.map((id) => ({ annotatorId: id, guide: find(id, 'guide'), follower: find(id, 'follower') }))
}

/** The columns of a group of Follower annotations; `prefix` keeps the names of two groups apart. */
function scoreColumns<Row>(
  scores: (row: Row) => GroupScores | null,
  whyNone: string,
  prefix = '',
): Column<Row>[] {
  const why = (row: Row) => (scores(row) === null ? whyNone : 'nobody has followed yet')
  const mean = (key: 'ne' | 'spl' | 'ndtw', label: string, title: string): Column<Row> => ({
    name: prefix + key,
    label,
    title,
    numeric: true,
    first: key === 'ne' ? 'ascending' : 'descending',
    value: (row) => scores(row)?.[key] ?? null,
    cell: (row) => figure(scores(row)?.[key] ?? null, decimal, why(row)),
  })
  return [
    {
      name: `${prefix}success`,
      label: 'Success',
      title: 'Share of walks that ended less than 3 m from the goal, with the 95 % Wilson interval',
      first: 'descending',
      value: (row) => scores(row)?.success_rate ?? null,
      cell: (row) => successRate(scores(row) ?? UNSCORED, why(row)),
    },
    mean('ne', 'NE (m)', 'Navigation error: mean distance from the last viewpoint to the goal, in metres'),
    mean('spl', 'SPL', 'Success weighted by path length, mean'),
    mean('ndtw', 'nDTW', 'Normalised dynamic time warping between walk and reference path, mean'),
  ]
}

const UNSCORED: GroupScores = {
  followers: 0,
  guides: 0,
  success_rate: null,
  success_interval: null,
  ne: null,
  spl: null,
  ndtw: null,
}

function amount<Row>(name: string, label: string, title: string, value: (row: Row) => number): Column<Row> {
  return { name, label, title, numeric: true, value, cell: (row) => count(value(row)) }
}

export function languageTable(scope: Scope): DataTable<LanguageScores> {
  return new DataTable<LanguageScores>(
    {
      name: 'languages',
      caption: 'By language',
      key: (row) => row.language,
      order: { column: 'language', direction: 'ascending' },
      groups: [
        {
          columns: [
            { name: 'language', label: 'Language', value: (row) => row.language },
            amount('guides', 'Guides', 'Guide annotations', (row) => row.guides),
            amount('followers', 'Followers', 'Follower annotations', (row) => row.followers),
            ...scoreColumns<LanguageScores>((row) => row, ''),
          ],
        },
      ],
    },
    scope,
  )
}

export function annotatorTable(scope: Scope): DataTable<AnnotatorRow> {
  return new DataTable<AnnotatorRow>(
    {
      name: 'annotators',
      caption: 'By annotator',
      key: (row) => String(row.annotatorId),
      order: { column: 'annotator', direction: 'ascending' },
      groups: [
        { columns: [{ name: 'annotator', label: 'Annotator', value: (row) => row.annotatorId }] },
        {
          label: 'As Guide: how others fared with their words',
          columns: [
            amount('guide-annotations', 'Annotations', 'Guide annotations', (row) => row.guide?.guides ?? 0),
            amount('guide-walks', 'Followed', 'Times that somebody followed their words', (row) => row.guide?.followers ?? 0),
            ...scoreColumns<AnnotatorRow>((row) => row.guide, 'has not been a Guide yet', 'guide-'),
          ],
        },
        {
          label: 'As Follower: their own walks',
          columns: [
            amount('follower-walks', 'Walks', 'Follower annotations', (row) => row.follower?.followers ?? 0),
            ...scoreColumns<AnnotatorRow>((row) => row.follower, 'has not been a Follower yet', 'follower-'),
          ],
        },
      ],
    },
    scope,
  )
}
