import { showDone } from '../parts/ending'
import { defineTask } from '../phases/defineTask'
import { GuideSession } from '../voiceWalk/GuideSession'
import { checkEquipment, showSubmit } from '../voiceWalk/phases'
import { own } from './messages/own'
import { showPractice } from './practice/showPractice'
import { introduce, showInstructions } from './showInstructions'
import { showRecord } from './showRecord'
import { showTranscribe } from './showTranscribe'
import { writtenGuide } from './written/writtenGuide'

export default defineTask({
  id: 'guide',
  title: () => own('title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'record', practise: 'practice' },
    practice: { over: 'record' },
    record: { 'record-done': 'transcribe' },
    transcribe: { 'record-again': 'record', submit: 'submit' },
    submit: { back: 'transcribe', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => own('steps.ready'), show: showInstructions },
    practice: { dark: true, untimed: true, show: showPractice },
    record: { title: () => own('steps.record'), dark: true, show: showRecord },
    transcribe: { title: ({ speaksOnly }) => own(speaksOnly ? 'steps.listen' : 'steps.write'), dark: true, show: showTranscribe },
    submit: { title: () => own('steps.send'), untimed: true, show: showSubmit },
    done: { show: showDone },
  },
  introduction: { show: introduce, begin: 'start' },
  interrupt: (session) => session.interrupt(),
  whereabouts: ({ viewer }) => viewer.viewpointId,
  mayBeSkipped: true,
  prepare: async (scope, root, client) => {
    const { microphone } = await client.equipment('guide')
    if (microphone) await checkEquipment(scope, root)
  },
  variant: ({ args }, open) => (args.voice === 'none' ? open(writtenGuide) : null),
  lesson: async (context) => (await import('./lesson/showLesson')).showLesson(context),
  begin: (context) => GuideSession.open(context),
  draft: (session) => session.draft,
  reopen: (session, phase) => session.reopen(phase),
})
