import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { campaignInstructions, instructionSteps } from '../parts/instructions'
import { sendAnswer } from '../parts/sendAnswer'
import { showDone } from '../parts/showDone'
import { defineTask, type PhaseContext } from '../phases/defineTask'
import { showWriting } from './showWriting'
import { type TranscribeEvent, TranscribeSession } from './TranscribeSession'

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

const TRANSCRIBE_STEPS = ['listen', 'write', 'unclear'] as const

function showInstructions({ scope, root, lease, send }: PhaseContext<TranscribeSession, TranscribeEvent>): void {
  const start = button(scope, { name: 'start', label: t('transcribe.instructions.start'), look: 'primary', press: () => send('start') })
  root.append(
    html('h1', {}, t('transcribe.instructions.title')),
    instructionSteps(TRANSCRIBE_STEPS.map((step) => t(`transcribe.instructions.${step}`, { returnObjects: true }))),
    ...campaignInstructions(lease),
    html('section', { class: 'ready' }, start),
  )
}
