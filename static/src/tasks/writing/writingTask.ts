import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { sendAnswer, showDone } from '../parts/ending'
import { campaignInstructions, type InstructionStep, instructionSteps } from '../parts/instructions'
import { defineTask, type IntroductionContext } from '../phases/defineTask'
import type { WritingContext, WritingEvent } from './desk'
import { type WritingArgs, WritingSession } from './WritingSession'

/** What a kind says, in the person's language. */
interface WritingTexts {
  title: string
  steps: { ready: string; write: string; send: string }
  introduction: { title: string; steps: readonly InstructionStep[]; start: string }
}

interface WritingKind<Args extends WritingArgs> {
  id: string
  texts: () => WritingTexts
  /** The page on which the person writes. */
  show: (context: WritingContext<Args>) => void
}

/** A kind of task in which a person reads or hears something, and writes one text. */
export function writingTask<Args extends WritingArgs>({ id, texts, show }: WritingKind<Args>) {
  const introduce = ({ lease }: Pick<IntroductionContext<WritingSession<Args>>, 'lease'>): Node[] => {
    const { title, steps } = texts().introduction
    return [html('h1', {}, title), instructionSteps(steps), ...campaignInstructions(lease)]
  }
  const showInstructions = ({ scope, root, lease, send }: WritingContext<Args>): void => {
    const start = button(scope, { name: 'start', label: texts().introduction.start, look: 'primary', press: () => send('start') })
    root.append(...introduce({ lease }), html('section', { class: 'ready' }, start))
  }
  const showSending = ({ scope, root, session, send }: WritingContext<Args>): void =>
    sendAnswer(scope, root, {
      upload: null,
      submit: () => session.submit(),
      stored: () => send('stored'),
      back: () => send('back'),
      backLabel: t('write.back'),
    })
  return defineTask<WritingSession<Args>, 'instructions' | 'write' | 'submit' | 'done', WritingEvent>({
    id,
    title: () => texts().title,
    first: 'instructions',
    transitions: {
      instructions: { start: 'write' },
      write: { send: 'submit' },
      submit: { back: 'write', stored: 'done' },
      done: {},
    },
    phases: {
      instructions: { title: () => texts().steps.ready, show: showInstructions },
      write: { title: () => texts().steps.write, show },
      submit: { title: () => texts().steps.send, untimed: true, show: showSending },
      done: { show: showDone },
    },
    introduction: { show: introduce, begin: 'start' },
    mayBeSkipped: true,
    begin: (context) => new WritingSession<Args>(context),
    draft: (session) => session.draft,
    reopen: (session) => (session.transcript === '' ? 'instructions' : 'write'),
  })
}
