import type { Feedback } from '../../api/types'
import { choices, commentField } from '../../kit/dom/fields'
import { confirm } from '../../kit/dom/confirm'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { own } from './messages/own'

type Reason = NonNullable<Feedback['reason']>

const GIVE_UP_REASONS: readonly Reason[] = ['words_unclear', 'words_wrong', 'lost', 'technical', 'other']

/** Asks whether to give up, and why; null when the person goes on. */
export async function askWhy(scope: Scope): Promise<Pick<Feedback, 'reason' | 'comment'> | null> {
  const { title, detail, yes, no } = own('giveUp')
  let reason: Reason | null = null
  const comment = commentField(own('giveUp.comment'))
  const form = html(
    'div',
    { class: 'dialog-form' },
    choices(scope, {
      name: 'reason',
      legend: detail,
      options: GIVE_UP_REASONS.map((name) => [name, own(`giveUp.reason.${name}`)] as const),
      choose: (chosen) => (reason = chosen),
    }),
    comment.element,
  )
  const gaveUp = await confirm(scope, { title, detail: form, yes, no, danger: true })
  return gaveUp ? { reason, comment: comment.area.value.trim() } : null
}
