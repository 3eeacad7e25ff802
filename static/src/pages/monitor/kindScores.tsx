/** The figures that a kind of task has of its own, such as a tour's rooms: means with how many answers they are of. */

import { useMemo, useState } from 'preact/hooks'

import { type FilterName, type Filters, listAddress } from '../../annotations/filters'
import { isMeasured, kindName } from '../../annotations/kinds'
import type { Kind } from '../../api/ApiClient'
import type { Group, GroupsView } from '../../api/types'
import { figure, NumberLink } from '../../kit/formatting/figures'
import { count, decimal, percent } from '../../kit/formatting/format'
import { say } from '../../kit/messages/staffMessages'
import { Button } from '../../kit/view/controls'
import { type Column, DataTable, type TableOptions } from '../../kit/view/DataTable'
import type { PanelOptions } from './GroupPanel'
import { useKinds } from './kindsShown'
import type { MeasureName } from './measures'

type OfKind = Group['kinds'][string]
type Mean = NonNullable<OfKind['scores'][string]>

interface KindScoresProps {
  readonly total: Group
  readonly groups: ReadonlyMap<FilterName, GroupsView>
  /** What annotations may be grouped by. */
  readonly panels: readonly PanelOptions[]
  readonly filters: Filters
  /** The measure that the page shows; links keep it. */
  readonly measure: MeasureName
  readonly save: (by: FilterName) => void
}

/** A panel for each kind that has figures of its own; walks and spoken instructions are measured by the other panels. */
export function KindScores(props: KindScoresProps) {
  const { total } = props
  const measured = new Set(useKinds().filter(isMeasured).map(({ kind }) => kind))
  const shown = Object.entries(total.kinds).filter(([kind, of]) => !measured.has(kind) && (of.success_rate !== null || Object.keys(of.scores).length > 0))
  return (
    <>
      {shown.map(([kind]) => (
        <ScoresOfKind key={kind} kind={kind} {...props} />
      ))}
    </>
  )
}

interface ScoreRow {
  /** Null for all groups together. */
  readonly name: string | null
  readonly of: OfKind
  readonly address: string
}

function ScoresOfKind({ kind, total, groups, panels, filters, measure, save }: KindScoresProps & { readonly kind: Kind }) {
  const [by, setBy] = useState<FilterName>('language')
  const title = panels.find((panel) => panel.by === by)?.title ?? by
  const scores = Object.keys(total.kinds[kind]?.scores ?? {})
  const table = useMemo(() => scoreTable(kind, title, scores), [kind, title, scores.join(' ')])
  const address = (more: Filters) => listAddress({ ...filters, ...more, kind }, measure)
  const rows = (groups.get(by)?.groups ?? []).flatMap(({ name, kinds }): ScoreRow[] => {
    const of = kinds[kind]
    return of ? [{ name: name ?? say('not known'), of, address: address({ [by]: name ?? '' }) }] : []
  })
  const all = total.kinds[kind]
  return (
    <section class="card panel" data-testid={`panel-scores-${kind}`} aria-labelledby={`scores-${kind}`}>
      <header class="panel-head">
        <h2 id={`scores-${kind}`}>{say('{{kind}}: scores', { kind: kindName(kind) })}</h2>
        <label>
          <span class="visually-hidden">{say('Grouped by')}</span>
          <select class="select" data-testid={`scores-by-${kind}`} value={by} onChange={({ currentTarget }) => setBy(currentTarget.value as FilterName)}>
            {panels.map((panel) => (
              <option key={panel.by} value={panel.by}>
                {panel.title}
              </option>
            ))}
          </select>
        </label>
        <Button name={`csv-scores-${kind}`} label="CSV" press={() => save(by)} />
      </header>
      <div class="table-box" tabindex={0} role="region" aria-labelledby={`scores-${kind}`}>
        <DataTable options={table} rows={all ? [...rows, { name: null, of: all, address: address({}) }] : rows} />
      </div>
    </section>
  )
}

function scoreTable(kind: Kind, title: string, scores: readonly string[]): TableOptions<ScoreRow> {
  return {
    name: `scores-${kind}`,
    caption: <span class="visually-hidden">{say('{{kind}}: means, and of how many answers', { kind: kindName(kind) })}</span>,
    key: ({ name }) => name ?? 'all',
    order: { column: 'none', direction: 'ascending' },
    columns: [
      { name: 'name', label: title, value: ({ name }) => name, cell: ({ name, address }) => <a href={address}>{name ?? say('all')}</a> },
      { name: 'answers', label: say('Answers'), numeric: true, value: ({ of }) => of.annotations, cell: ({ of, address }) => <NumberLink text={count(of.annotations)} href={address} /> },
      { name: 'success', label: say('Success'), title: say('Share of the answers that succeeded, as the kind says'), numeric: true, value: ({ of }) => of.success_rate?.value ?? null, cell: success },
      ...scores.map(scoreColumn),
    ],
  }
}

function success({ of: { success_rate: rate } }: ScoreRow) {
  return figure(rate, ({ value, n, low, high }) => <span title={say('{{low}} to {{high}}, 95 %, Wilson', { low: percent(low), high: percent(high) })}>{`${percent(value)} (${count(n)})`}</span>, say('no answer can succeed or fail'))
}

function scoreColumn(score: string): Column<ScoreRow> {
  const label = score.charAt(0).toUpperCase() + score.slice(1).replaceAll('_', ' ')
  const known = ({ of }: ScoreRow): Mean | null => of.scores[score] ?? null
  return {
    name: score,
    label,
    title: say('{{score}}: mean, and of how many answers', { score: label }),
    numeric: true,
    value: (row) => known(row)?.value ?? null,
    cell: (row) => figure(known(row), (mean) => <span title={interval(mean)}>{`${decimal(mean.value)} (${count(mean.n)})`}</span>, say('no answer has this score')),
  }
}

function interval({ low, high, method }: Mean): string {
  if (low === null || high === null) return say('Too few values for an interval')
  const between = { low: decimal(low), high: decimal(high) }
  return method === 'normal' ? say('{{low}} to {{high}}, 95 %, normal approximation', between) : say('{{low}} to {{high}}, 95 %, bootstrap', between)
}
