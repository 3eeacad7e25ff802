import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import type { Answers } from '../../forms/FormFields'
import { sendAnswer, showDone } from '../parts/ending'
import { campaignInstructions, instructionSteps } from '../parts/instructions'
import { defineTask, type IntroductionContext, type PhaseContext } from '../phases/defineTask'
import { type JudgeEvent, JudgeSession } from './JudgeSession'
import { own } from './messages/own'
import { showJudging } from './showJudging'

export default defineTask({
  id: 'judge',
  title: () => own('title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'walk' },
    walk: { send: 'submit' },
    submit: { back: 'walk', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => own('steps.ready'), show: showInstructions },
    walk: { title: () => own('steps.judge'), dark: true, show: showJudging },
    submit: {
      untimed: true,
      title: () => own('steps.send'),
      show: ({ scope, root, session, send }) =>
        sendAnswer(scope, root, {
          upload: null,
          submit: () => session.submit(),
          stored: () => send('stored'),
          back: () => send('back'),
          backLabel: own('back'),
        }),
    },
    done: { show: showDone },
  },
  introduction: { show: introduce, begin: 'start' },
  mayBeSkipped: true,
  begin: (context) => new JudgeSession(context),
  draft: (session): Answers => session.answers,
  reopen: (session) => (Object.keys(session.answers).length === 0 ? 'instructions' : 'walk'),
})

const JUDGE_STEPS = ['look', 'answer', 'unsure'] as const

function introduce({ lease }: Pick<IntroductionContext<JudgeSession>, 'lease'>): Node[] {
  return [
    html('h1', {}, own('instructions.title')),
    instructionSteps(JUDGE_STEPS.map((step) => own(`instructions.${step}`))),
    ...campaignInstructions(lease),
  ]
}

function showInstructions({ scope, root, lease, send }: PhaseContext<JudgeSession, JudgeEvent>): void {
  const start = button(scope, { name: 'start', label: own('instructions.start'), look: 'primary', press: () => send('start') })
  root.append(...introduce({ lease }), html('section', { class: 'ready' }, start))
}
