import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { campaignInstructions, controlsPicture, instructionSteps } from '../parts/instructions'
import { sendAnswer } from '../parts/sendAnswer'
import { showDone } from '../parts/showDone'
import { defineTask, type PhaseContext } from '../phases/defineTask'
import { type FollowerEvent, FollowerSession } from './FollowerSession'
import { showRate } from './showRate'
import { showWalk } from './showWalk'

export default defineTask({
  id: 'follower',
  title: () => t('follower.title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'walk' },
    walk: { finish: 'rate' },
    rate: { rated: 'submit', back: 'walk' },
    submit: { back: 'rate', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => t('follower.steps.ready'), show: showInstructions },
    walk: { title: () => t('follower.steps.walk'), dark: true, show: showWalk },
    rate: { title: () => t('follower.steps.rate'), show: showRate },
    submit: { title: () => t('follower.steps.send'), show: showSubmit },
    done: { show: showDone },
  },
  begin: (context) => FollowerSession.open(context),
  draft: (session) => session.draft,
  reopen: (session, phase) => session.reopen(phase),
})

const FOLLOWER_STEPS = ['listen', 'walk', 'say', 'lost'] as const

function showInstructions({ scope, root, lease, send }: PhaseContext<FollowerSession, FollowerEvent>): void {
  const label = t('follower.instructions.start')
  const start = button(scope, { name: 'start', label, look: 'primary', press: () => send('start') })
  root.append(
    html('h1', {}, t('follower.instructions.title')),
    instructionSteps(FOLLOWER_STEPS.map((step) => t(`follower.instructions.${step}`, { returnObjects: true }))),
    ...campaignInstructions(lease),
    controlsPicture(),
    html('section', { class: 'ready' }, start),
  )
}

function showSubmit({ scope, root, session, send }: PhaseContext<FollowerSession, FollowerEvent>): void {
  sendAnswer(scope, root, {
    upload: session.upload,
    submit: () => session.submit(),
    stored: () => send('stored'),
    back: () => send('back'),
    backLabel: t('follower.walk.back'),
  })
}
