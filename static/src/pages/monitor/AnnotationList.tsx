import { isMeasured, kindName } from '../../annotations/kinds'
import type { Kind } from '../../api/ApiClient'
import type { AnnotationRow } from '../../api/types'
import { count } from '../../kit/formatting/format'
import { Button } from '../../kit/view/controls'
import { ANNOTATION_TABLE } from './annotationTable'
import { DataTable } from '../../kit/view/DataTable'
import { useKinds } from './kindsShown'
import { say } from '../../kit/messages/staffMessages'

/** The annotations that the filters let through, as far as they were asked for. */
export interface Annotations {
  readonly rows: readonly AnnotationRow[]
  /** How many there are in all. */
  readonly total: number
  /** Whether there are more than are shown. */
  readonly more: boolean
}

interface AnnotationListProps {
  readonly list: Annotations
  /** Whether more of them are on their way. */
  readonly loading: boolean
  readonly kind: string | undefined
  readonly narrow: (kind: Kind | undefined) => void
  readonly loadMore: () => void
  readonly save: () => void
}

export function AnnotationList({ list: { rows, total, more }, loading, kind, narrow, loadMore, save }: AnnotationListProps) {
  return (
    <section class="card annotations" id="annotations" aria-labelledby="annotations-title">
      <header class="list-head">
        <h2 id="annotations-title">{say('Annotations')}</h2>
        <KindChoice chosen={kind} narrow={narrow} />
        <Button name="csv-annotations" label="CSV" press={save} />
      </header>
      <div class="table-box" tabindex={0} role="region" aria-labelledby="annotations-title" aria-busy={loading} hidden={rows.length === 0}>
        <DataTable options={ANNOTATION_TABLE} rows={rows} />
      </div>
      <div class="list-foot">
        <p class="list-status" role="status" data-testid="list-status">
          {listStatus(rows.length, total)}
        </p>
        <button type="button" class="button" data-testid="load-more" hidden={!more} disabled={loading} onClick={loadMore}>
          {say('Load more')}
        </button>
      </div>
    </section>
  )
}

interface KindChoiceProps {
  readonly chosen: string | undefined
  readonly narrow: (kind: Kind | undefined) => void
}

function KindChoice({ chosen, narrow }: KindChoiceProps) {
  const kinds = useKinds().filter(isMeasured).map(({ kind }) => kind)
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{say('Kind')}</legend>
      {[undefined, ...kinds].map((kind) => (
        <label key={kind}>
          <input type="radio" name="kind" value={kind ?? ''} data-testid={`filter-kind-${kind ?? 'all'}`} checked={kind === chosen} onChange={() => narrow(kind)} />
          {kind ? say('{{kind}}s', { kind: kindName(kind) }) : say('All')}
        </label>
      ))}
    </fieldset>
  )
}

export const listStatus = (shown: number, total: number): string =>
  total === shown ? say('{{n}} annotations.', { count: total }) : say('{{shown}} of {{n}} annotations.', { shown: count(shown), count: total })
