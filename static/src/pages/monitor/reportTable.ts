/** What people found wrong with their tasks. */

import type { ProblemReport } from '../../api/types'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { DataTable } from './DataTable'
import { listAddress } from '../../annotations/filters'
import { dayAndTime } from '../../kit/formatting/format'

const KINDS: Record<ProblemReport['kind'], string> = {
  voice: 'The voice',
  picture: 'A picture',
  offensive: 'Offensive or private words',
  page: 'The page',
  other: 'Something else',
}

export function reportTable(scope: Scope): DataTable<ProblemReport> {
  return new DataTable<ProblemReport>(
    {
      name: 'reports',
      caption: 'Problems that people reported',
      key: (report) => report.report_id,
      order: { column: 'reported', direction: 'descending' },
      groups: [
        {
          columns: [
            {
              name: 'reported',
              label: 'Reported',
              first: 'descending',
              value: (report) => report.created_at,
              cell: (report) => html('time', { datetime: report.created_at }, dayAndTime(report.created_at)),
            },
            { name: 'kind', label: 'About', value: (report) => KINDS[report.kind] },
            { name: 'task', label: 'Task', value: (report) => report.task_id },
            { name: 'annotator', label: 'Annotator', value: (report) => report.annotator_id, cell: ({ annotator_id: person }) => html('a', { href: listAddress({ annotator: String(person) }, 'success') }, String(person)) },
            { name: 'viewpoint', label: 'At viewpoint', value: (report) => report.viewpoint_id },
            { name: 'comment', label: 'In their words', value: (report) => report.comment },
          ],
        },
      ],
    },
    scope,
  )
}
