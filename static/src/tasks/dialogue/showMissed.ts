import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { message } from '../../kit/notices/message'
import type { PhaseContext } from '../phases/defineTask'
import type { DialogueSession } from './DialogueSession'
import { leaveTask } from './leaveTask'

/** It was over before this person had recorded anything, so there is nothing to hand in. */
export function showMissed(context: PhaseContext<DialogueSession, never>): void {
  const said = html('div', {})
  const next = button(context.scope, { name: 'next-task', label: t('dialogue.missed.next'), look: 'primary', press: () => void leaveTask(context, said) })
  const why = context.session.line.now?.reason ?? 'left'
  context.root.append(message({ name: 'missed', ...t(`dialogue.missed.${why}`, { returnObjects: true }) }, next), said)
  next.focus()
}
