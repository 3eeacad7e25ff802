/** The columns that lists of annotations of any kind have. */

import type { Kind } from '../../api/ApiClient'
import type { AnnotationRow } from '../../api/types'
import { html } from '../../kit/dom/html'
import type { Column } from './DataTable'
import { unknown } from '../../kit/formatting/figures'
import { flagName } from '../../annotations/flagNames'
import { dayAndTime } from '../../kit/formatting/format'
import { replayUrl } from '../../annotations/replayAddress'
import { kindName } from '../../annotations/kinds'

/** What is known of every annotation, whatever its task. */
interface Listed {
  readonly annotation_id: number
  readonly annotator_id: number
  readonly submitted_at: string
  readonly language?: string | null
  readonly scan_id?: string | null
  readonly flags?: AnnotationRow['flags']
}

/** Which annotation it is, whose, and where; `kind` tells its task. */
export function originColumns<Row extends Listed>(kind: (row: Row) => Kind): readonly Column<Row>[] {
  return [
    {
      name: 'id',
      label: 'Replay',
      first: 'descending',
      value: (row) => row.annotation_id,
      cell: (row) => replayLink(kind(row), row.annotation_id),
    },
    {
      name: 'submitted',
      label: 'Submitted',
      first: 'descending',
      value: (row) => row.submitted_at,
      cell: (row) => html('time', { datetime: row.submitted_at }, dayAndTime(row.submitted_at)),
    },
    { name: 'annotator', label: 'Annotator', value: (row) => row.annotator_id },
    { name: 'language', label: 'Language', value: (row) => row.language ?? null },
    { name: 'scan', label: 'Scan', value: (row) => row.scan_id ?? null },
  ]
}

export function flagsColumn<Row extends Listed>(): Column<Row> {
  return {
    name: 'flags',
    label: 'Flags',
    title: 'What a reviewer should look at',
    first: 'descending',
    value: (row) => row.flags?.length ?? -1,
    cell: (row) => (row.flags ? html('span', { class: 'flags' }, ...row.flags.map(badge)) : unknown('not looked at yet')),
  }
}

function replayLink(kind: Kind, id: number): HTMLElement {
  return html('a', { class: 'row-link', href: replayUrl(kind, id), 'data-testid': 'replay-link' }, `${kindName(kind)} ${id}`)
}

function badge({ flag, why }: { flag: string; why: string }): HTMLElement {
  return html('span', { class: 'flag', title: why, 'data-testid': `flag-${flag}` }, flagName(flag), html('span', { class: 'visually-hidden' }, `: ${why}`))
}
