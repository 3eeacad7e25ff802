import { t } from '../../kit/messages/messages'
import { defineTask } from '../phases/defineTask'
import { sendAnswer } from '../parts/sendAnswer'
import { showDone } from '../parts/showDone'
import { showInstructions } from './showInstructions'
import { showWriting } from './showWriting'
import { TranscribeSession } from './TranscribeSession'

export default defineTask({
  id: 'transcribe',
  title: () => t('transcribe.title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'write' },
    write: { send: 'submit' },
    submit: { back: 'write', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => t('transcribe.steps.ready'), show: showInstructions },
    write: { title: () => t('transcribe.steps.write'), show: showWriting },
    submit: {
      title: () => t('transcribe.steps.send'),
      show: ({ scope, root, session, send }) =>
        sendAnswer(scope, root, {
          upload: null,
          submit: () => session.submit(),
          stored: () => send('stored'),
          back: () => send('back'),
          backLabel: t('guide.write.back'),
        }),
    },
    done: { show: showDone },
  },
  begin: (context) => new TranscribeSession(context),
  draft: (session) => session.draft,
  reopen: (session) => (session.transcript === '' ? 'instructions' : 'write'),
})
