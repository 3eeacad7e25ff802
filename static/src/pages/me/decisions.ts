import type { OwnReviews } from '../../api/types'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { counted, day } from './numbers'

const STATES = ['accepted', 'sent_back', 'rejected'] as const

/** What reviewers decided about a person's work, and the reasons they gave. */
export function decisions(reviews: OwnReviews): HTMLElement {
  const decided = STATES.some((state) => reviews[state] > 0)
  const tiles = STATES.map((state) => html('div', { class: `own-tile own-${state}` }, html('dt', {}, t(`work.reviews.${state}`)), html('dd', {}, counted(reviews[state]))))
  return html(
    'section',
    { class: 'own-part', 'aria-labelledby': 'own-reviews', 'data-testid': 'own-reviews' },
    html('h2', { id: 'own-reviews' }, t('work.reviews.title')),
    ...(decided ? [html('dl', { class: 'own-tiles' }, ...tiles)] : [html('p', { class: 'hint' }, t('work.reviews.none'))]),
    ...(reviews.with_reason.length > 0 ? [html('ul', { class: 'own-reasons' }, ...reviews.with_reason.map(reason))] : []),
  )
}

function reason({ kind, number, state, reason: why, decided_at: at, submitted_at: sent }: OwnReviews['with_reason'][number]): HTMLElement {
  const what = t(kind === 'guide' ? 'review.instruction' : 'review.walk', { number })
  const head = html('p', { class: 'own-reason-head' }, html('strong', { class: `own-${state}` }, t(`work.reviews.${state}`)), html('span', {}, what), html('time', { datetime: at ?? sent }, day(at ?? sent)))
  return html('li', {}, head, html('blockquote', {}, why))
}
