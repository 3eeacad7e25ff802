import { t } from '../../kit/messages/messages'
import type { PhaseContext } from '../phases/defineTask'
import { sendAnswer } from '../parts/sendAnswer'
import type { Fields, WalkSession } from './WalkSession'

/** Sends a walk and its answer: leads to `stored`, or `back` where it is refused. */
export function showSend<Args extends Fields, Answer extends Fields>(context: PhaseContext<WalkSession<Args, Answer>, 'stored' | 'back'>): void {
  const { scope, root, session, send } = context
  sendAnswer(scope, root, {
    upload: session.upload,
    submit: () => session.submit(),
    stored: () => send('stored'),
    back: () => send('back'),
    backLabel: t('walk.back'),
  })
}
