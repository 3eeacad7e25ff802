import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { controlsPicture, instructionSteps } from '../parts/instructions'
import { showDone } from '../parts/showDone'
import { defineTask, type PhaseContext } from '../phases/defineTask'
import { showSend } from '../walk/showSend'
import { WalkSession } from '../walk/WalkSession'
import { type FindAnswer, type FindArgs, type FindEvent, type FindSession, showSearch } from './showSearch'

export default defineTask({
  id: 'find',
  title: () => t('find.title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'walk' },
    walk: { finish: 'submit' },
    submit: { back: 'walk', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => t('find.steps.ready'), show: showInstructions },
    walk: { title: () => t('find.steps.search'), dark: true, show: showSearch },
    submit: { title: () => t('find.steps.send'), show: showSend },
    done: { show: showDone },
  },
  begin: (context) => WalkSession.open<FindArgs, FindAnswer>(context, { mark: null }),
  draft: (session) => session.answer,
  reopen: (session) => (session.begun ? 'walk' : 'instructions'),
})

const FIND_STEPS = ['look', 'point', 'lost'] as const

function showInstructions({ scope, root, session, send }: PhaseContext<FindSession, FindEvent>): void {
  const start = button(scope, { name: 'start', label: t('find.instructions.start'), look: 'primary', press: () => send('start') })
  root.append(
    html('h1', {}, t('find.instructions.title')),
    html('p', { class: 'wanted', lang: 'en', 'data-testid': 'wanted' }, session.args.description),
    instructionSteps(FIND_STEPS.map((step) => t(`find.instructions.${step}`, { returnObjects: true }))),
    controlsPicture(),
    html('section', { class: 'ready' }, start),
  )
}
