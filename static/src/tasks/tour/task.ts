import { t } from '../../kit/messages/messages'
import { defineTask } from '../phases/defineTask'
import { checkEquipment } from '../voiceWalk/checkEquipment'
import { GuideSession } from '../voiceWalk/GuideSession'
import { recordWalk } from '../voiceWalk/showRecord'
import { showSubmit } from '../voiceWalk/showSubmit'
import { showTranscribe } from '../voiceWalk/showTranscribe'
import { showDone } from '../parts/showDone'
import { beside, mayFinish } from './record'
import { showInstructions } from './showInstructions'

export default defineTask({
  id: 'tour',
  title: () => t('tour.title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'record' },
    record: { 'record-done': 'transcribe' },
    transcribe: { 'record-again': 'record', submit: 'submit' },
    submit: { back: 'transcribe', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => t('tour.steps.ready'), show: showInstructions },
    record: { title: () => t('tour.steps.record'), dark: true, show: (context) => recordWalk(context, { beside: beside(context), mayFinish: mayFinish(context) }) },
    transcribe: { title: () => t('tour.steps.write'), dark: true, show: showTranscribe },
    submit: { title: () => t('tour.steps.send'), show: showSubmit },
    done: { show: showDone },
  },
  prepare: checkEquipment,
  begin: (context) => GuideSession.open(context, (transcript) => ({ answer: { transcript } })),
  draft: (session) => session.draft,
  reopen: (session, phase) => {
    const known = session.reopen(phase)
    return known === 'practice' ? 'instructions' : known
  },
})
