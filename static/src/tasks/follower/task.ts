import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { sendAnswer, showDone } from '../parts/ending'
import { campaignInstructions, controlsPicture, instructionSteps } from '../parts/instructions'
import { defineTask, type IntroductionContext, type PhaseContext } from '../phases/defineTask'
import { type FollowerEvent, FollowerSession } from './FollowerSession'
import { own } from './messages/own'
import { showRate } from './showRate'
import { showWalk } from './showWalk'

export default defineTask({
  id: 'follower',
  title: () => own('title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'walk' },
    walk: { finish: 'rate' },
    rate: { rated: 'submit', back: 'walk' },
    submit: { back: 'rate', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => own('steps.ready'), show: showInstructions },
    walk: { title: () => own('steps.walk'), dark: true, show: showWalk },
    rate: { title: () => own('steps.rate'), untimed: true, show: showRate },
    submit: { title: () => own('steps.send'), untimed: true, show: showSubmit },
    done: { show: showDone },
  },
  introduction: { show: introduce, begin: 'start' },
  timeUp: (session) => {
    session.say({ outcome: 'gave_up', feedback: { ...session.feedback, reason: 'time_up', comment: '' } })
    return 'finish'
  },
  whereabouts: ({ viewer }) => viewer.viewpointId,
  begin: (context) => FollowerSession.open(context),
  draft: (session) => session.draft,
  reopen: (session, phase) => session.reopen(phase),
})

const noPictures = () => html('p', { 'data-testid': 'no-pictures' }, own('instructions.noPictures'))

/** What the person will do, by what there is of the instruction. */
function stepsFor({ follower: { voice_url: voice, transcript } }: FollowerSession) {
  if (voice === null) return ['read', 'walkReading', 'say', 'lost'] as const
  return ['listen', transcript === null ? 'walkHearing' : 'walk', 'say', 'lost'] as const
}

function introduce({ lease, session }: Pick<IntroductionContext<FollowerSession>, 'lease' | 'session'>): Node[] {
  return [
    html('h1', {}, own('instructions.title')),
    instructionSteps(stepsFor(session).map((step) => own(`instructions.${step}`))),
    ...campaignInstructions(lease),
    controlsPicture(),
    ...(session.follower.pictures === 'none' ? [noPictures()] : []),
  ]
}

function showInstructions({ scope, root, lease, session, send }: PhaseContext<FollowerSession, FollowerEvent>): void {
  const label = own('instructions.start')
  const start = button(scope, { name: 'start', label, look: 'primary', press: () => send('start') })
  root.append(...introduce({ lease, session }), html('section', { class: 'ready' }, start))
}

function showSubmit({ scope, root, session, send }: PhaseContext<FollowerSession, FollowerEvent>): void {
  sendAnswer(scope, root, {
    upload: session.upload,
    submit: () => session.submit(),
    stored: () => send('stored'),
    back: () => send('back'),
    backLabel: t('walk.back'),
  })
}
