/** The columns that lists of annotations of any kind have. */

import { kindName } from '../../annotations/kinds'
import { replayUrl } from '../../annotations/replayAddress'
import type { Kind } from '../../api/ApiClient'
import type { AnnotationRow } from '../../api/types'
import { flagAbout, flagName } from '../../flags/flagNames'
import { Time, Unknown } from '../../kit/formatting/figures'
import type { Column } from '../../kit/view/DataTable'
import { say } from '../../kit/messages/staffMessages'
import { personText } from '../../people/labels'

/** The fields that an annotation of any task has. */
interface AnnotationOrigin {
  readonly annotation_id: number
  readonly annotator_id: number
  readonly submitted_at: string
  readonly language?: string | null
  readonly scan_id?: string | null
  readonly flags?: AnnotationRow['flags']
}

/** Which annotation it is, whose, and where; `kind` gives the kind of its task. */
export function originColumns<Row extends AnnotationOrigin>(kind: (row: Row) => Kind): readonly Column<Row>[] {
  return [
    {
      name: 'id',
      label: say('Replay'),
      first: 'descending',
      value: (row) => row.annotation_id,
      cell: (row) => <ReplayLink kind={kind(row)} id={row.annotation_id} />,
    },
    {
      name: 'submitted',
      label: say('Submitted'),
      first: 'descending',
      value: (row) => row.submitted_at,
      cell: (row) => <Time at={row.submitted_at} />,
    },
    { name: 'annotator', label: say('Annotator'), value: (row) => row.annotator_id, cell: (row) => personText(row.annotator_id) },
    { name: 'language', label: say('Language'), value: (row) => row.language ?? null },
    { name: 'scan', label: say('Scan'), value: (row) => row.scan_id ?? null },
  ]
}

export function flagsColumn<Row extends AnnotationOrigin>(): Column<Row> {
  return {
    name: 'flags',
    label: say('Flags'),
    title: say('What a reviewer should check'),
    first: 'descending',
    value: (row) => row.flags?.length ?? -1,
    cell: ({ flags }) => (flags ? <Flags flags={flags} /> : <Unknown why={say('not checked yet')} />),
  }
}

function ReplayLink({ kind, id }: { readonly kind: Kind; readonly id: number }) {
  return (
    <a class="row-link" href={replayUrl(kind, id)} data-testid="replay-link">
      {kindName(kind)} {id}
    </a>
  )
}

function Flags({ flags }: { readonly flags: NonNullable<AnnotationOrigin['flags']> }) {
  return (
    <span class="flags">
      {flags.map(({ flag, why }) => (
        <span key={flag} class="flag" title={`${flagAbout(flag)} ${why}`.trim()} data-testid={`flag-${flag}`}>
          {flagName(flag)}
          <span class="visually-hidden">: {why}</span>
        </span>
      ))}
    </span>
  )
}
