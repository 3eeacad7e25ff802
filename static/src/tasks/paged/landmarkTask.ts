import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { ITEM_PLACES } from '../../kit/keys/actions'
import { sendAnswer, showDone } from '../parts/ending'
import { campaignInstructions, instructionSteps } from '../parts/instructions'
import { offerMap } from '../parts/taskMap'
import { defineTask, type IntroductionContext, type PhaseContext, type TaskDefinition } from '../phases/defineTask'
import type { LandmarkKind } from '../landmarks/kind'
import { LandmarkSession } from './LandmarkSession'
import { own } from '../landmarks/messages/own'
import { showItems } from '../landmarks/showItems'

export type LandmarkEvent = 'start' | 'send' | 'back' | 'stored'
type LandmarkPhase = 'instructions' | 'walk' | 'submit' | 'done'

/** A page of items of one kind on one path, as a task: instructions, the items one after the other, sending. */
export function landmarkTask<Item, Answer extends object, Kept = unknown>(
  kind: LandmarkKind<Item, Answer, Kept>,
): TaskDefinition<LandmarkSession<Item, Answer, Kept>, LandmarkPhase, LandmarkEvent> {
  type Session = LandmarkSession<Item, Answer, Kept>
  const introduce = ({ lease }: Pick<IntroductionContext<Session>, 'lease'>): Node[] => {
    const { title, steps } = kind.texts().introduction
    return [html('h1', {}, title), instructionSteps(steps), ...campaignInstructions(lease)]
  }
  const showInstructions = ({ scope, root, lease, send }: PhaseContext<Session, LandmarkEvent>): void => {
    const start = button(scope, { name: 'start', label: own('start'), look: 'primary', press: () => send('start') })
    root.append(...introduce({ lease }), html('section', { class: 'ready' }, start))
  }
  const showTask = (context: PhaseContext<Session, LandmarkEvent>): void => {
    const { viewer, page } = context.session
    showItems(context, kind)
    offerMap(context, viewer, page.path)
  }
  return defineTask({
    id: kind.id,
    title: () => kind.texts().title,
    first: 'instructions',
    keys: [...ITEM_PLACES, ...(kind.keys ?? [])],
    transitions: {
      instructions: { start: 'walk' },
      walk: { send: 'submit' },
      submit: { back: 'walk', stored: 'done' },
      done: {},
    },
    phases: {
      instructions: { title: () => own('steps.ready'), show: showInstructions },
      walk: { title: () => kind.texts().step, dark: true, show: (context: PhaseContext<Session, LandmarkEvent>) => showTask(context) },
      submit: {
        untimed: true,
        title: () => own('steps.send'),
        show: ({ scope, root, session, send }) =>
          sendAnswer(scope, root, { upload: null, submit: () => session.submit(), stored: () => send('stored'), back: () => send('back'), backLabel: own('back') }),
      },
      done: { show: showDone },
    },
    introduction: { show: introduce, begin: 'start' },
    whereabouts: ({ viewer }) => viewer.viewpointId,
    mayBeSkipped: true,
    lesson: async (context) => (await import('../exercise/showExercise')).showExercise(context, kind),
    begin: (context) => new LandmarkSession(context, kind),
    draft: (session) => session.draft,
    reopen: (session) => (session.begun ? 'walk' : 'instructions'),
  })
}
