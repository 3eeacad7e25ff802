/** What was handed in for tasks of another kind than Guide and Follower. */

import type { Kind } from '../../api/ApiClient'
import type { AnnotationSummary } from '../../api/types'
import { flagsColumn, originColumns } from './annotationColumns'
import type { TableOptions } from './DataTable'
import { figure } from '../../kit/formatting/figures'
import { clock, decimal } from '../../kit/formatting/format'
import { kindName } from '../../annotations/kinds'

export function otherTable(kind: Kind): TableOptions<AnnotationSummary> {
  return {
    name: `annotations-${kind}`,
    caption: <span class="visually-hidden">{kindName(kind)} annotations</span>,
    key: (row) => String(row.annotation_id),
    order: { column: 'submitted', direction: 'descending' },
    columns: [
      ...originColumns<AnnotationSummary>(() => kind),
      { name: 'duration', label: 'Voice', numeric: true, value: (row) => row.duration, cell: (row) => figure(row.duration, clock, 'nobody spoke') },
      flagsColumn<AnnotationSummary>(),
      { name: 'measures', label: 'Scores', value: measured },
    ],
  }
}

/** The scores that a kind has of its own, in one line. */
function measured({ measures }: AnnotationSummary): string {
  const known = Object.entries(measures ?? {}).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value === null ? 'unknown' : decimal(value)}`)
  return known.join(', ')
}
