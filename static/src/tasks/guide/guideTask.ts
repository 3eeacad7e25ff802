import { defineTask } from '../defineTask'
import { showDone } from '../showDone'
import { GuideSession } from './GuideSession'
import { showInstructions } from './showInstructions'
import { showRecord } from './showRecord'
import { showSubmit } from './showSubmit'
import { showTranscribe } from './showTranscribe'

export const guideTask = defineTask({
  id: 'guide',
  title: 'Guide',
  first: 'instructions',
  transitions: {
    instructions: { start: 'record' },
    record: { 'record-done': 'transcribe' },
    transcribe: { 'record-again': 'record', submit: 'submit' },
    submit: { back: 'transcribe', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: 'Get ready', show: showInstructions },
    record: { title: 'Record', dark: true, show: showRecord },
    transcribe: { title: 'Write', dark: true, show: showTranscribe },
    submit: { title: 'Send', show: showSubmit },
    done: { show: showDone },
  },
  begin: (context) => new GuideSession(context),
})
