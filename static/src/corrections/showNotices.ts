import { answerName } from '../annotations/kinds'
import type { ApiClient } from '../api/ApiClient'
import type { BatchNotice, ReviewNotice } from '../api/types'
import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { batchNotice } from './batchNotice'

/** Shows what was rejected or sent back, and why. Resolves with the answer that the person wants to correct now, or null to go on. */
export function showNotices(
  parent: Scope,
  root: HTMLElement,
  client: ApiClient,
  notices: readonly ReviewNotice[],
  batches: readonly BatchNotice[],
): Promise<ReviewNotice | null> {
  const scope = new Scope(parent)
  const single = notices.filter(({ task_id: task }) => !batches.some(({ task_ids: tasks }) => tasks.includes(task)))
  return new Promise((resolve) => {
    const answer = (chosen: ReviewNotice | null) => {
      scope.dispose()
      resolve(chosen)
    }
    const on = button(scope, { name: 'notices-on', label: t('review.on'), look: notices.some(isToMend) ? 'plain' : 'primary', press: () => answer(null) })
    root.append(
      html(
        'section',
        { class: 'message notices', 'data-testid': 'notices' },
        html('h1', {}, t('review.title')),
        html('ul', { class: 'notice-list' }, ...batches.map((batch) => batchNotice(scope, client, batch)), ...single.map((notice) => noticeItem(scope, notice, () => answer(notice)))),
        html('div', { class: 'message-actions' }, on),
      ),
    )
  })
}

/** The reason is a reviewer's own words, in whatever language they wrote. */
export function reasonQuote({ reason }: ReviewNotice): HTMLElement {
  return html('blockquote', { class: 'notice-reason', dir: 'auto', 'data-testid': 'notice-reason' }, reason)
}

function noticeItem(scope: Scope, notice: ReviewNotice, mend: () => void): HTMLElement {
  const item = html('li', { class: 'notice', 'data-testid': `notice-${notice.state}` }, html('h2', {}, titleOf(notice)), reasonQuote(notice))
  if (!isToMend(notice)) {
    item.append(html('p', { class: 'hint' }, t('review.rejectedDetail')))
    return item
  }
  item.append(
    html('p', { class: 'hint' }, t('review.sentBackDetail')),
    button(scope, { name: 'notice-mend', label: t('review.mend'), icon: 'text', look: 'primary', press: mend }),
  )
  return item
}

function titleOf({ kind, number, state }: ReviewNotice): string {
  const what = answerName(kind, number)
  return state === 'sent_back' ? t('review.sentBack', { what }) : t('review.rejected', { what })
}

function isToMend({ state }: ReviewNotice): boolean {
  return state === 'sent_back'
}
