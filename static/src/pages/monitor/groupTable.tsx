/** All figures of groups of annotations. */

import type { Group } from '../../api/types'
import type { Column, TableOptions } from '../../kit/view/DataTable'
import { figure, NumberLink } from '../../kit/formatting/figures'
import { count } from '../../kit/formatting/format'
import type { Kind } from '../../api/ApiClient'
import type { FilterName } from '../../annotations/filters'
import { groupText } from './groupText'
import { kindName } from '../../annotations/kinds'
import type { Of } from './kindsShown'
import { estimate, type Measure, MEASURES, spoken } from './measures'
import { say } from '../../kit/messages/staffMessages'

export interface GroupRow {
  readonly group: Group
  /** The address of its annotations: of what a figure is of, or of one kind. */
  readonly address: (of: Of) => string
  readonly addressOf: (kind: Kind) => string
}

export function groupTable(title: string, by: FilterName, kinds: readonly Kind[]): TableOptions<GroupRow> {
  return {
    name: `groups-${by}`,
    caption: <span class="visually-hidden">{title}</span>,
    key: ({ group }) => String(group.name),
    order: { column: 'none', direction: 'ascending' },
    columns: [
      { name: 'name', label: title, value: ({ group }) => group.name, cell: ({ group, address }) => <a href={address(null)}>{group.name === null ? say('not known') : groupText(by, group.name)}</a> },
      ...kinds.map(amount),
      ...MEASURES.map(measured),
    ],
  }
}

function amount(kind: Kind): Column<GroupRow> {
  const value = ({ group }: GroupRow) => group.kinds[kind]?.annotations ?? 0
  return { name: `${kind}s`, label: say('{{kind}}s', { kind: kindName(kind) }), numeric: true, value, cell: (row) => <NumberLink text={count(value(row))} href={row.addressOf(kind)} /> }
}

function measured(measure: Measure): Column<GroupRow> {
  const { name, label, title, text, of } = measure
  return {
    name,
    label,
    title,
    numeric: true,
    value: ({ group }) => estimate(group, measure)?.value ?? null,
    cell: ({ group, address }) =>
      figure(estimate(group, measure), (known) => <NumberLink text={text(known.value)} href={address(of)} title={spoken(known, measure)} />, whyUnknown(measure)),
  }
}

function whyUnknown({ name, of }: Measure): string {
  if (name === 'flagged') return say('not checked yet')
  return of === 'speaks' ? say('no Guide times are known') : say('nobody has followed yet')
}
