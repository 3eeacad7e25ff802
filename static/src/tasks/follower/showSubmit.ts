import { t } from '../../kit/messages/messages'
import type { PhaseContext } from '../phases/defineTask'
import { sendAnswer } from '../parts/sendAnswer'
import type { FollowerEvent, FollowerSession } from './FollowerSession'

export function showSubmit({ scope, root, session, send }: PhaseContext<FollowerSession, FollowerEvent>): void {
  sendAnswer(scope, root, {
    upload: session.upload,
    submit: () => session.submit(),
    stored: () => send('stored'),
    back: () => send('back'),
    backLabel: t('follower.walk.back'),
  })
}
