import type { ReviewQuery } from '../../api/TeamClient'
import type { ReviewCounts, ReviewSummary } from '../../api/types'
import type { Notice } from '../../kit/notices/notice'
import { NoticeCard } from '../../kit/notices/NoticeCard'
import { BackLink, Button } from '../../kit/view/controls'
import { Embedded } from '../../kit/view/drawing'
import type { OpenReview } from './OpenReview'
import { OpenReviewView } from './OpenReviewView'
import { QueueFilter } from './QueueFilter'
import { QueueList } from './QueueList'
import { count } from '../../kit/formatting/format'
import { say } from '../../kit/messages/staffMessages'
import { PageMenus } from '../../kit/view/PageMenus'

/** All that the reviewers' page depends on. */
export interface ReviewsState {
  readonly query: ReviewQuery
  readonly queue: readonly ReviewSummary[]
  /** Null until the server has said. */
  readonly counts: ReviewCounts | null
  readonly current: OpenReview | null
  /** Whether there is nothing that this reviewer could open. */
  readonly isDone: boolean
  readonly problem: Notice | null
  /** Who reviews. */
  readonly reviewer: number
}

interface ReviewsProps {
  readonly state: ReviewsState
  /** The latest decision, shown for a while so that it can be undone. */
  readonly toast: HTMLElement
  readonly open: (taskId: string) => void
  readonly narrow: (query: ReviewQuery) => void
  readonly lookAgain: () => void
}

export function Reviews({ state, toast, open, narrow, lookAgain }: ReviewsProps) {
  const { query, queue, counts, current, isDone, problem, reviewer } = state
  return (
    <>
      <header class="page-head review-head">
        <BackLink />
        <h1>{say('Review')}</h1>
        <p class="review-counts" role="status" data-testid="counts">
          {counts && <Counts counts={counts} />}
        </p>
        <QueueFilter query={query} kinds={counts?.kinds ?? []} change={narrow} />
        <PageMenus />
      </header>
      <div class="page-notice" role="alert">
        {problem && <NoticeCard notice={problem} />}
      </div>
      <div class="review">
        <QueueList items={queue} current={current?.taskId ?? null} reviewer={reviewer} open={open} />
        <div class="review-place">
          {current && <OpenReviewView key={current.taskId} open={current} />}
          {!current && isDone && <NothingLeft held={queue.length} lookAgain={lookAgain} />}
        </div>
      </div>
      <Embedded element={toast} />
    </>
  )
}

function Counts({ counts: { pending, accepted, rejected, sent_back: sentBack } }: { readonly counts: ReviewCounts }) {
  return (
    <>
      <strong>{say('{{number}} left', { number: count(pending) })}</strong>
      {` · ${accepted} ${say('accepted')} · ${rejected} ${say('rejected')} · ${sentBack} ${say('sent back')}`}
    </>
  )
}

function NothingLeft({ held, lookAgain }: { readonly held: number; readonly lookAgain: () => void }) {
  const detail =
    held > 0
      ? say('{{n}} annotations left, but other reviewers have them open, or they are your own.', { count: held })
      : say('Every annotation was reviewed. New ones appear here when they are submitted.')
  return (
    <NoticeCard notice={{ name: 'nothing-left', title: say('Nothing is left to review'), detail }}>
      <Button name="look-again" label={say('Check again')} look="primary" press={lookAgain} />
    </NoticeCard>
  )
}
