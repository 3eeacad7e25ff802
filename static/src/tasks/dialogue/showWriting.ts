import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import type { PhaseContext } from '../phases/defineTask'
import { writeTranscript } from '../voiceWalk/showTranscribe'
import type { DialogueEvent, DialogueSession } from './DialogueSession'

/** Each writes down what they themselves said; who only typed has nothing to write. */
export function showWriting(context: PhaseContext<DialogueSession, DialogueEvent>): void {
  const { session } = context
  const notice = html('div', { 'data-testid': 'dialogue-ended' }, ...whyHere(session), html('p', { class: 'hint' }, t(session.typed ? 'dialogue.writing.typed' : 'dialogue.writing.own')))
  writeTranscript({ ...context, session: session.walk }, undefined, { notice, mayBeEmpty: session.typed, once: true, noDoubts: ['goal'] })
}

function whyHere({ line, ends }: DialogueSession): HTMLElement[] {
  const { reason } = line.now ?? {}
  if (reason === 'left') return [html('p', {}, t('dialogue.writing.left'))]
  return reason === 'done' && !ends ? [html('p', {}, t('dialogue.writing.done'))] : []
}
