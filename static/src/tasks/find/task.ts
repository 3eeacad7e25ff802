import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { showDone } from '../parts/ending'
import { campaignInstructions, controlsPicture, instructionSteps } from '../parts/instructions'
import { defineTask, type IntroductionContext, type PhaseContext } from '../phases/defineTask'
import { showSend, WalkSession } from '../walk/WalkSession'
import { own } from './messages/own'
import { type FindAnswer, type FindArgs, type FindEvent, type FindSession, showSearch } from './showSearch'

export default defineTask({
  id: 'find',
  title: () => own('title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'walk' },
    walk: { finish: 'submit' },
    submit: { back: 'walk', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => own('steps.ready'), show: showInstructions },
    walk: { title: () => own('steps.search'), dark: true, show: showSearch },
    submit: { title: () => own('steps.send'), untimed: true, show: showSend },
    done: { show: showDone },
  },
  introduction: { show: introduce, begin: 'start' },
  timeUp: (session) => {
    session.answer = { mark: null }
    return 'finish'
  },
  whereabouts: ({ viewer }) => viewer.viewpointId,
  begin: (context) => WalkSession.open<FindArgs, FindAnswer>(context, { mark: null }),
  draft: (session) => session.answer,
  reopen: (session) => (session.begun ? 'walk' : 'instructions'),
})

const FIND_STEPS = ['look', 'point', 'lost'] as const

function introduce({ lease }: Pick<IntroductionContext<FindSession>, 'lease'>): Node[] {
  return [
    html('h1', {}, own('instructions.title')),
    instructionSteps(FIND_STEPS.map((step) => own(`instructions.${step}`))),
    ...campaignInstructions(lease),
    controlsPicture(),
  ]
}

function showInstructions({ scope, root, lease, session, send }: PhaseContext<FindSession, FindEvent>): void {
  const start = button(scope, { name: 'start', label: own('instructions.start'), look: 'primary', press: () => send('start') })
  const wanted = html('p', { class: 'wanted', lang: 'en', 'data-testid': 'wanted' }, session.args.description)
  const [title = wanted, ...steps] = introduce({ lease })
  root.append(title, wanted, ...steps, html('section', { class: 'ready' }, start))
}
