import { answerName } from '../../annotations/kinds'
import type { OwnReviews } from '../../api/types'
import { t } from '../../kit/messages/messages'
import { day } from '../../kit/formatting/money'
import { counted, Tiles } from './figures'

const DECISION_STATES = ['accepted', 'sent_back', 'rejected'] as const

/** What reviewers decided about a person's work, and the reasons they gave. */
export function Decisions({ reviews }: { readonly reviews: OwnReviews }) {
  const decided = DECISION_STATES.some((state) => reviews[state] > 0)
  const tiles = DECISION_STATES.map((state) => ({ label: t(`work.reviews.${state}`), figure: counted(reviews[state]), look: `own-${state}` }))
  return (
    <section class="own-part" aria-labelledby="own-reviews" data-testid="own-reviews">
      <h2 id="own-reviews">{t('work.reviews.title')}</h2>
      {decided ? <Tiles tiles={tiles} /> : <p class="hint">{t('work.reviews.none')}</p>}
      {reviews.with_reason.length > 0 && (
        <ul class="own-reasons">
          {reviews.with_reason.map((decision) => (
            <Reason key={`${decision.kind}-${decision.number}`} decision={decision} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Reason({ decision: { kind, number, state, reason, decided_at: at, submitted_at: sent } }: { readonly decision: OwnReviews['with_reason'][number] }) {
  return (
    <li>
      <p class="own-reason-head">
        <strong class={`own-${state}`}>{t(`work.reviews.${state}`)}</strong>
        <span>{answerName(kind, number)}</span>
        <time dateTime={at ?? sent}>{day(at ?? sent)}</time>
      </p>
      <blockquote>{reason}</blockquote>
    </li>
  )
}
