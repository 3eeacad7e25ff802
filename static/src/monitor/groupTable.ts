/** All figures of groups of annotations. */

import type { Group } from '../api/types'
import { html } from '../dom/html'
import type { Scope } from '../lifecycle/Scope'
import { type Column, DataTable } from './DataTable'
import { figure } from './figures'
import { count } from './format'
import { estimate, type Measure, MEASURES, spoken } from './measures'

export interface GroupRow {
  readonly group: Group
  /** The one that the chart beside the table shows. */
  readonly measure: Measure
  /** The annotations of the group. */
  readonly href: string
}

export function groupTable(scope: Scope, title: string, by: string): DataTable<GroupRow> {
  return new DataTable<GroupRow>(
    {
      name: `groups-${by}`,
      caption: html('span', { class: 'visually-hidden' }, title),
      key: ({ group }) => String(group.name),
      order: { column: 'none', direction: 'ascending' },
      groups: [
        {
          columns: [
            { name: 'name', label: title, value: ({ group }) => group.name, cell: ({ group, href }) => html('a', { href }, group.name ?? 'not known') },
            amount('guides', 'Guides', ({ group }) => group.guides),
            amount('followers', 'Followers', ({ group }) => group.followers),
            ...MEASURES.map(measured),
          ],
        },
      ],
    },
    scope,
  )
}

function amount(name: string, label: string, value: (row: GroupRow) => number): Column<GroupRow> {
  return { name, label, numeric: true, value, cell: (row) => count(value(row)) }
}

function measured(measure: Measure): Column<GroupRow> {
  const { name, label, title, text } = measure
  return {
    name,
    label,
    title,
    numeric: true,
    value: ({ group }) => estimate(group, measure)?.value ?? null,
    cell: ({ group }) => figure(estimate(group, measure), (known) => html('span', { title: spoken(known, measure) }, text(known.value)), whyUnknown(measure)),
  }
}

function whyUnknown({ name, of }: Measure): string {
  if (name === 'flagged') return 'not looked at yet'
  return of === 'guide' ? 'no Guide’s times are known' : 'nobody has followed yet'
}
