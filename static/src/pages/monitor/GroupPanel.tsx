import { useMemo, useState } from 'preact/hooks'

import { type FilterName, type Filters, listAddress } from '../../annotations/filters'
import { isMeasured } from '../../annotations/kinds'
import type { Kind } from '../../api/ApiClient'
import type { Group } from '../../api/types'
import { Button } from '../../kit/view/controls'
import { CurveChart, IntervalChart, type Point } from './charts'
import { DataTable } from '../../kit/view/DataTable'
import { groupTable } from './groupTable'
import { groupText } from './groupText'
import { narrowed, type Of, useKinds } from './kindsShown'
import { estimate, type Measure, spoken } from './measures'
import { say } from '../../kit/messages/staffMessages'

export interface PanelOptions {
  /** What annotations are grouped by. */
  readonly by: FilterName
  readonly title: string
  /** Groups that follow each other are joined by a line. */
  readonly ordered?: boolean
  /** Shown only where annotations have such a group. */
  readonly optional?: boolean
}

const MOST_ROWS = 12
const MOST_POINTS = 60

interface GroupPanelProps {
  readonly options: PanelOptions
  readonly groups: readonly Group[]
  readonly measure: Measure
  readonly filters: Filters
  readonly save: () => void
  /** Saves the report about these groups, where there is one. */
  readonly report?: (() => void) | undefined
}

/** One chart with its table and its file: a measure of the selected annotations, group by group. */
export function GroupPanel({ options: { by, title, ordered = false }, groups, measure, filters, save, report }: GroupPanelProps) {
  const [asTable, setAsTable] = useState(false)
  const kinds = useKinds()
  const table = useMemo(() => groupTable(title, by, kinds.filter(isMeasured).map(({ kind }) => kind)), [title, by, kinds])
  const addressOf = (name: string | null, more: Filters) => listAddress({ ...filters, ...more, [by]: name ?? '' }, measure.name)
  const address = (name: string | null, of: Of) => addressOf(name, narrowed(kinds, of))
  const points = groups.flatMap((group): Point[] => {
    const known = estimate(group, measure)
    return known && group.name !== null ? [{ name: groupText(by, group.name), estimate: known, text: spoken(known, measure), href: address(group.name, measure.of) }] : []
  })
  const drawn = ordered ? points.slice(-MOST_POINTS) : largest(points)
  const Chart = ordered ? CurveChart : IntervalChart
  return (
    <section class="card panel" data-testid={`panel-${by}`} aria-labelledby={`panel-${by}`}>
      <header class="panel-head">
        <h2 id={`panel-${by}`}>{title}</h2>
        <Button name={`table-${by}`} label={say('Table')} pressed={asTable} press={() => setAsTable(!asTable)} />
        <Button name={`csv-${by}`} label="CSV" press={save} />
        {report && <Button name={`report-${by}`} label={say('Report')} press={report} />}
      </header>
      <div class="panel-chart" hidden={asTable}>
        {drawn.length > 0 && <Chart label={say('{{measure}}, by: {{group}}', { measure: measure.label, group: title })} points={drawn} scale={measure} />}
      </div>
      <p class="panel-note" hidden={asTable}>
        {describe(drawn.length, points.length, ordered)}
      </p>
      <div class="table-box" tabindex={0} role="region" aria-label={say('{{title}}, table', { title })} hidden={!asTable}>
        <DataTable options={table} rows={groups.map((group) => ({ group, address: (of: Of) => address(group.name, of), addressOf: (kind: Kind) => addressOf(group.name, { kind }) }))} />
      </div>
    </section>
  )
}

/** The points with the most annotations, in their given order. */
function largest(points: readonly Point[]): readonly Point[] {
  const most = new Set([...points].sort((a, b) => b.estimate.n - a.estimate.n).slice(0, MOST_ROWS))
  return points.filter((point) => most.has(point))
}

function describe(drawn: number, all: number, ordered: boolean): string {
  if (all === 0) return say('There is no data for this yet.')
  if (drawn === all) return ''
  return ordered ? say('The last {{drawn}} of {{all}}. The table shows all of them.', { drawn, all }) : say('The {{drawn}} with the most annotations, of {{all}}. The table shows all of them.', { drawn, all })
}
