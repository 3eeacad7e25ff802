import { t } from '../../kit/messages/messages'
import type { PhaseContext } from '../phases/defineTask'
import { sendAnswer } from '../parts/sendAnswer'
import type { GuideEvent, GuideSession } from './GuideSession'

export function showSubmit({ scope, root, session, send }: PhaseContext<GuideSession, GuideEvent>): void {
  const { recording } = session
  if (!recording) throw new Error('The submit phase needs a recording.')
  sendAnswer(scope, root, {
    upload: recording.upload,
    submit: () => session.submit(recording),
    stored: () => send('stored'),
    back: () => send('back'),
    backLabel: t('write.back'),
  })
}
