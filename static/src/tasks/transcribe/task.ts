import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { sendAnswer, showDone } from '../parts/ending'
import { campaignInstructions, instructionSteps } from '../parts/instructions'
import { defineTask, type IntroductionContext, type PhaseContext } from '../phases/defineTask'
import { own } from './messages/own'
import { showWriting } from './showWriting'
import { type TranscribeEvent, TranscribeSession } from './TranscribeSession'

export default defineTask({
  id: 'transcribe',
  title: () => own('title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'write' },
    write: { send: 'submit' },
    submit: { back: 'write', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => own('steps.ready'), show: showInstructions },
    write: { title: () => own('steps.write'), show: showWriting },
    submit: {
      title: () => own('steps.send'),
      show: ({ scope, root, session, send }) =>
        sendAnswer(scope, root, {
          upload: null,
          submit: () => session.submit(),
          stored: () => send('stored'),
          back: () => send('back'),
          backLabel: t('write.back'),
        }),
    },
    done: { show: showDone },
  },
  introduction: { show: introduce, begin: 'start' },
  mayBeSkipped: true,
  begin: (context) => new TranscribeSession(context),
  draft: (session) => session.draft,
  reopen: (session) => (session.transcript === '' ? 'instructions' : 'write'),
})

const TRANSCRIBE_STEPS = ['listen', 'write', 'unclear'] as const

function introduce({ lease }: Pick<IntroductionContext<TranscribeSession>, 'lease'>): Node[] {
  return [
    html('h1', {}, own('instructions.title')),
    instructionSteps(TRANSCRIBE_STEPS.map((step) => own(`instructions.${step}`))),
    ...campaignInstructions(lease),
  ]
}

function showInstructions({ scope, root, lease, send }: PhaseContext<TranscribeSession, TranscribeEvent>): void {
  const start = button(scope, { name: 'start', label: own('instructions.start'), look: 'primary', press: () => send('start') })
  root.append(...introduce({ lease }), html('section', { class: 'ready' }, start))
}
