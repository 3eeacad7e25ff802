/** The problems that people reported. */

import { listAddress } from '../../annotations/filters'
import type { ProblemReport } from '../../api/types'
import { Time } from '../../kit/formatting/figures'
import type { TableOptions } from './DataTable'

const KINDS: Record<ProblemReport['kind'], string> = {
  voice: 'The voice',
  picture: 'A picture',
  offensive: 'Offensive or private words',
  page: 'The page',
  other: 'Something else',
}

export const REPORT_TABLE: TableOptions<ProblemReport> = {
  name: 'reports',
  caption: 'Problems that people reported',
  key: (report) => report.report_id,
  order: { column: 'reported', direction: 'descending' },
  columns: [
    { name: 'reported', label: 'Reported', first: 'descending', value: (report) => report.created_at, cell: (report) => <Time at={report.created_at} /> },
    { name: 'kind', label: 'About', value: (report) => KINDS[report.kind] },
    { name: 'task', label: 'Task', value: (report) => report.task_id },
    {
      name: 'annotator',
      label: 'Annotator',
      value: (report) => report.annotator_id,
      cell: ({ annotator_id: person }) => <a href={listAddress({ annotator: String(person) }, 'success_rate')}>{person}</a>,
    },
    { name: 'viewpoint', label: 'At viewpoint', value: (report) => report.viewpoint_id },
    { name: 'comment', label: 'In their words', value: (report) => report.comment },
  ],
}
