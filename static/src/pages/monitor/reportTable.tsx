/** The problems that people reported. */

import { listAddress } from '../../annotations/filters'
import type { ProblemReport } from '../../api/types'
import { Time } from '../../kit/formatting/figures'
import type { TableOptions } from '../../kit/view/DataTable'
import { say } from '../../kit/messages/staffMessages'
import { personText } from '../../people/labels'

const KINDS: Record<ProblemReport['kind'], string> = {
  voice: say('The voice'),
  picture: say('A picture'),
  offensive: say('Offensive or private words'),
  page: say('The page'),
  other: say('Something else'),
}

export const REPORT_TABLE: TableOptions<ProblemReport> = {
  name: 'reports',
  caption: say('Problems that people reported'),
  key: (report) => report.report_id,
  order: { column: 'reported', direction: 'descending' },
  columns: [
    { name: 'reported', label: say('Reported'), first: 'descending', value: (report) => report.created_at, cell: (report) => <Time at={report.created_at} /> },
    { name: 'kind', label: say('About'), value: (report) => KINDS[report.kind] },
    { name: 'task', label: say('Task'), value: (report) => report.task_id },
    {
      name: 'annotator',
      label: say('Annotator'),
      value: (report) => report.annotator_id,
      cell: ({ annotator_id: person }) => <a href={listAddress({ annotator: String(person) }, 'success_rate')}>{personText(person)}</a>,
    },
    { name: 'viewpoint', label: say('At viewpoint'), value: (report) => report.viewpoint_id },
    { name: 'comment', label: say('In their words'), value: (report) => report.comment },
  ],
}
