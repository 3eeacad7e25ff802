import { button } from '../../../kit/dom/button'
import { html } from '../../../kit/dom/html'
import { t } from '../../../kit/messages/messages'
import { sendAnswer, showDone } from '../../parts/ending'
import { campaignInstructions, controlsPicture, instructionSteps } from '../../parts/instructions'
import { turnChoice } from '../../parts/turnChoice'
import { defineTask, type IntroductionContext, type PhaseContext } from '../../phases/defineTask'
import { own } from '../messages/own'
import { showWritingWalk } from './showWritingWalk'
import { type WrittenGuideEvent, WrittenGuideSession } from './WrittenGuideSession'

type Context = PhaseContext<WrittenGuideSession, WrittenGuideEvent>

/** A Guide's task without a voice: the person walks along the path and writes the directions. */
export const writtenGuide = defineTask({
  id: 'guide',
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
    walk: { title: () => own('written.step'), dark: true, show: showWritingWalk },
    submit: { title: () => own('steps.send'), untimed: true, show: showSubmit },
    done: { show: showDone },
  },
  introduction: { show: introduce, begin: 'start' },
  whereabouts: ({ viewer }) => viewer.viewpointId,
  mayBeSkipped: true,
  begin: (context) => WrittenGuideSession.open(context),
  draft: (session) => session.draft,
  reopen: (session, phase) => session.reopen(phase),
})

function introduce({ scope, lease }: Pick<IntroductionContext<WrittenGuideSession>, 'scope' | 'lease'>): Node[] {
  return [
    html('h1', {}, own('instructions.title')),
    instructionSteps([own('instructions.walk'), own('written.write'), own('instructions.name'), own('written.end')]),
    ...campaignInstructions(lease),
    controlsPicture({ line: true }),
    turnChoice(scope),
  ]
}

function showInstructions({ scope, root, lease, send }: Context): void {
  const start = button(scope, { name: 'start', label: own('instructions.start'), look: 'primary', press: () => send('start') })
  root.append(...introduce({ scope, lease }), html('section', { class: 'ready' }, start))
}

function showSubmit({ scope, root, session, send }: Context): void {
  sendAnswer(scope, root, {
    upload: session.upload,
    submit: () => session.submit(),
    stored: () => send('stored'),
    back: () => send('back'),
    backLabel: t('write.back'),
  })
}
