import { t } from '../../kit/messages/messages'
import { defineTask } from '../phases/defineTask'
import { showDone } from '../parts/showDone'
import { checkEquipment } from '../voiceWalk/checkEquipment'
import { GuideSession } from '../voiceWalk/GuideSession'
import { showInstructions } from './showInstructions'
import { showPractice } from './practice/showPractice'
import { showRecord } from '../voiceWalk/showRecord'
import { showSubmit } from '../voiceWalk/showSubmit'
import { showTranscribe } from '../voiceWalk/showTranscribe'

export default defineTask({
  id: 'guide',
  title: () => t('guide.title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'record', practise: 'practice' },
    practice: { over: 'instructions' },
    record: { 'record-done': 'transcribe' },
    transcribe: { 'record-again': 'record', submit: 'submit' },
    submit: { back: 'transcribe', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => t('guide.steps.ready'), show: showInstructions },
    practice: { dark: true, show: showPractice },
    record: { title: () => t('guide.steps.record'), dark: true, show: showRecord },
    transcribe: { title: () => t('guide.steps.write'), dark: true, show: showTranscribe },
    submit: { title: () => t('guide.steps.send'), show: showSubmit },
    done: { show: showDone },
  },
  prepare: checkEquipment,
  begin: (context) => GuideSession.open(context),
  draft: (session) => session.draft,
  reopen: (session, phase) => session.reopen(phase),
})
