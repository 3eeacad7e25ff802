/** For managers: how much, how fast and how alike reviewers decide. */

import type { ReviewerPair, ReviewerRow, ReviewersView } from '../../api/types'
import { figure } from '../../kit/formatting/figures'
import { clock, count, decimal, percent } from '../../kit/formatting/format'
import { say } from '../../kit/messages/staffMessages'
import { Button } from '../../kit/view/controls'
import { DataTable, type TableOptions } from '../../kit/view/DataTable'

interface ReviewersPanelProps {
  /** Null for people who may not see it. */
  readonly view: ReviewersView | null
  readonly save: () => void
}

export function ReviewersPanel({ view, save }: ReviewersPanelProps) {
  const reviewers = view?.reviewers ?? []
  const pairs = view?.pairs ?? []
  return (
    <section class="card panel" data-testid="panel-reviewers" hidden={reviewers.length === 0}>
      <header class="panel-head">
        <h2>{say('Reviewers')}</h2>
        <Button name="csv-reviewers" label="CSV" press={save} />
      </header>
      <div class="table-box" tabindex={0} role="region" aria-label={say('Reviewers')}>
        <DataTable options={REVIEWER_TABLE} rows={reviewers} />
      </div>
      {view && <p class="panel-note" data-testid="reviewers-alpha">{agreement(view.alpha)}</p>}
      <div class="table-box" tabindex={0} role="region" aria-label={say('Agreement of reviewers')} hidden={pairs.length === 0}>
        <DataTable options={PAIR_TABLE} rows={pairs} />
      </div>
    </section>
  )
}

function agreement({ value, interval, units, reason }: ReviewersView['alpha']): string {
  if (value === null) return say('Agreement is not known: no annotation was reviewed by two people, or all got the same decision.') + (reason === '' ? '' : ` (${reason})`)
  const alpha = interval === null ? decimal(value) : say('{{value}} (95 %: {{low}} to {{high}})', { value: decimal(value), low: decimal(interval[0]), high: decimal(interval[1]) })
  return say('Krippendorff’s alpha {{alpha}}, over {{n}} annotations that two or more decided. The second reviewer saw the first decision.', { alpha, n: count(units) })
}

const nameOf = (reviewer: number | null) => (reviewer === null ? say('operator') : String(reviewer))

const REVIEWER_TABLE: TableOptions<ReviewerRow> = {
  name: 'reviewers',
  caption: <span class="visually-hidden">{say('Reviewers')}</span>,
  key: ({ reviewer_id: reviewer }) => nameOf(reviewer),
  order: { column: 'decided', direction: 'descending' },
  columns: [
    { name: 'reviewer', label: say('Reviewer'), value: ({ reviewer_id: reviewer }) => reviewer, cell: ({ reviewer_id: reviewer }) => nameOf(reviewer) },
    { name: 'decided', label: say('Decided'), numeric: true, value: (row) => row.decided },
    { name: 'accepted', label: say('Accepted'), numeric: true, value: (row) => row.accepted },
    { name: 'rejected', label: say('Rejected'), numeric: true, value: (row) => row.rejected },
    { name: 'sent-back', label: say('Sent back'), numeric: true, value: (row) => row.sent_back },
    {
      name: 'seconds',
      label: say('Time for one'),
      title: say('Median from opening an annotation to the decision, and of how many decisions'),
      numeric: true,
      value: (row) => row.seconds,
      cell: (row) => figure(row.seconds, (seconds) => `${clock(seconds)} (${count(row.timed)})`, say('it is not known when they opened an annotation')),
    },
    { name: 'taken-back', label: say('Taken back'), title: say('Reopened and decided again by themselves'), numeric: true, value: (row) => row.taken_back },
    { name: 'second', label: say('Second reviews'), title: say('Decided again by somebody else'), numeric: true, value: (row) => row.second_reviews },
    {
      name: 'overturned',
      label: say('Overturned'),
      title: say('Share of the second reviews that came out otherwise'),
      numeric: true,
      value: (row) => row.overturned_share,
      cell: (row) => figure(row.overturned_share, (share) => `${count(row.overturned)} (${percent(share)})`, say('nobody has decided about them again')),
    },
  ],
}

const PAIR_TABLE: TableOptions<ReviewerPair> = {
  name: 'reviewer-pairs',
  caption: <span class="visually-hidden">{say('Agreement of reviewers')}</span>,
  key: ({ first, second }) => `${nameOf(first)} ${nameOf(second)}`,
  order: { column: 'annotations', direction: 'descending' },
  columns: [
    { name: 'pair', label: say('Two reviewers'), value: ({ first }) => first, cell: ({ first, second }) => say('{{first}} and {{second}}', { first: nameOf(first), second: nameOf(second) }) },
    { name: 'annotations', label: say('Both decided'), numeric: true, value: (pair) => pair.annotations },
    { name: 'agreed', label: say('Agreed'), numeric: true, value: (pair) => pair.agreed, cell: ({ agreed, annotations }) => `${count(agreed)} (${percent(agreed / annotations)})` },
    { name: 'kappa', label: say('Cohen’s kappa'), title: say('1: always; 0: as often as by chance'), numeric: true, value: (pair) => pair.kappa, cell: ({ kappa, reason }) => figure(kappa, (known) => decimal(known), reason) },
  ],
}
