import { showDone } from '../parts/ending'
import { defineTask } from '../phases/defineTask'
import { GuideSession } from '../voiceWalk/GuideSession'
import { checkEquipment, showSubmit } from '../voiceWalk/phases'
import { recordWalk } from '../voiceWalk/showRecord'
import { showTranscribe } from '../voiceWalk/showTranscribe'
import { own } from './messages/own'
import { beside, mayFinish } from './record'
import { introduce, showInstructions } from './showInstructions'

export default defineTask({
  id: 'tour',
  title: () => own('title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'record' },
    record: { 'record-done': 'transcribe' },
    transcribe: { 'record-again': 'record', submit: 'submit' },
    submit: { back: 'transcribe', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => own('steps.ready'), show: showInstructions },
    record: { title: () => own('steps.record'), dark: true, show: (context) => recordWalk(context, { beside: beside(context), mayFinish: mayFinish(context) }) },
    transcribe: { title: () => own('steps.write'), dark: true, show: showTranscribe },
    submit: { title: () => own('steps.send'), untimed: true, show: showSubmit },
    done: { show: showDone },
  },
  introduction: { show: introduce, begin: 'start' },
  interrupt: (session) => session.interrupt(),
  whereabouts: ({ viewer }) => viewer.viewpointId,
  mayBeSkipped: true,
  prepare: checkEquipment,
  begin: (context) => GuideSession.open(context, (transcript) => ({ answer: { transcript } })),
  draft: (session) => session.draft,
  reopen: (session, phase) => {
    const known = session.reopen(phase)
    return known === 'practice' ? 'instructions' : known
  },
})
