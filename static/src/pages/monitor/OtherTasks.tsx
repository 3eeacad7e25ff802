import { useMemo } from 'preact/hooks'

import { kindName } from '../../annotations/kinds'
import type { Kind } from '../../api/ApiClient'
import type { AnnotationRow } from '../../api/types'
import { figure } from '../../kit/formatting/figures'
import { clock, decimal } from '../../kit/formatting/format'
import { Button } from '../../kit/view/controls'
import { flagsColumn, originColumns } from './annotationColumns'
import { DataTable, type TableOptions } from '../../kit/view/DataTable'
import { type Annotations, listStatus } from './AnnotationList'
import { say } from '../../kit/messages/staffMessages'

/** The annotations of other kinds, one list for each kind. */
export type OtherLists = ReadonlyMap<Kind, Annotations>

interface OtherTasksProps {
  readonly lists: OtherLists
  readonly loadMore: (kind: Kind) => void
}

export function OtherTasks({ lists, loadMore }: OtherTasksProps) {
  return (
    <div class="other-tasks">
      {[...lists].map(([kind, list]) => (
        <OtherList key={kind} kind={kind} list={list} loadMore={() => loadMore(kind)} />
      ))}
    </div>
  )
}

interface OtherListProps {
  readonly kind: Kind
  readonly list: Annotations
  readonly loadMore: () => void
}

function OtherList({ kind, list: { rows, total, more }, loadMore }: OtherListProps) {
  const title = `${kind}-title`
  const table = useMemo(() => otherTable(kind), [kind])
  return (
    <section class="card annotations" aria-labelledby={title}>
      <header class="list-head">
        <h2 id={title}>{kindName(kind)}</h2>
      </header>
      <div class="table-box" tabindex={0} role="region" aria-labelledby={title}>
        <DataTable options={table} rows={rows} />
      </div>
      <div class="list-foot">
        <p class="list-status" role="status">{listStatus(rows.length, total)}</p>
        <Button name={`more-${kind}`} label={say('Load more')} hidden={!more} press={loadMore} />
      </div>
    </section>
  )
}

export function otherTable(kind: Kind): TableOptions<AnnotationRow> {
  return {
    name: `annotations-${kind}`,
    caption: <span class="visually-hidden">{say('{{kind}} annotations', { kind: kindName(kind) })}</span>,
    key: (row) => String(row.annotation_id),
    order: { column: 'submitted', direction: 'descending' },
    columns: [
      ...originColumns<AnnotationRow>(() => kind),
      { name: 'duration', label: say('Voice'), numeric: true, value: (row) => row.duration, cell: (row) => figure(row.duration, clock, say('nobody spoke')) },
      flagsColumn<AnnotationRow>(),
      { name: 'measures', label: say('Scores'), value: measured },
    ],
  }
}

/** The scores that a kind has of its own, in one line. */
function measured({ measures }: AnnotationRow): string {
  const known = Object.entries(measures).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value === null ? say('unknown') : decimal(value)}`)
  return known.join(', ')
}
