import { t } from '../../kit/messages/messages'
import { showDone } from '../parts/ending'
import { defineTask, type TaskDefinition } from '../phases/defineTask'
import { checkEquipment, showSubmit } from '../voiceWalk/phases'
import { type DialogueEvent, DialogueSession } from './DialogueSession'
import { type Introduced, introduce, showInstructions } from './showInstructions'
import { showMissed } from './showMissed'
import { type Beside, showTalk } from './showTalk'
import { showWaiting } from './showWaiting'
import { showWriting } from './showWriting'

type DialogueName = 'instructions' | 'waiting' | 'talk' | 'transcribe' | 'submit' | 'done' | 'missed'

/** `Role`: the names of its seats. */
interface DialogueKind<Role extends string> {
  id: string
  title: () => string
  /** What people read before their first task, as who they are. */
  introduced: Introduced<Role>
  /** What is shown beside the viewer while both talk, besides what all kinds show. */
  beside?: Beside
  /** What `session.answer` is at first, where a kind asks for more than words. */
  blank?: object
}

/** A kind of task for two people who talk while both walk; only one of them knows where to go. */
export const dialogueTask = <Role extends string = 'oracle' | 'navigator'>({ id, title, introduced, beside, blank }: DialogueKind<Role>): TaskDefinition<DialogueSession, DialogueName, DialogueEvent> =>
  defineTask<DialogueSession, DialogueName, DialogueEvent>({
    id,
    title,
    first: 'instructions',
    transitions: {
      instructions: { start: 'waiting', missed: 'missed' },
      waiting: { come: 'talk', missed: 'missed' },
      talk: { 'record-done': 'transcribe', missed: 'missed' },
      transcribe: { submit: 'submit' },
      submit: { back: 'transcribe', stored: 'done' },
      done: {},
      missed: {},
    },
    phases: {
      instructions: { title: () => t('dialogue.steps.ready'), show: (context) => showInstructions(context, introduced) },
      waiting: { title: () => t('dialogue.steps.wait'), untimed: true, show: showWaiting },
      talk: { title: () => t('dialogue.steps.talk'), dark: true, show: (context) => showTalk(context, beside) },
      transcribe: { title: () => t('dialogue.steps.write'), dark: true, show: showWriting },
      submit: { title: () => t('dialogue.steps.send'), untimed: true, show: (context) => showSubmit({ ...context, session: context.session.walk }) },
      done: { show: showDone },
      missed: { show: showMissed },
    },
    introduction: { show: (context) => introduce(context, introduced), begin: 'start' },
    interrupt: ({ walk }) => walk.interrupt(),
    whereabouts: ({ walk }) => walk.viewer.viewpointId,
    mayBeSkipped: true,
    prepare: checkEquipment,
    begin: (context) => DialogueSession.open(context, blank),
    draft: (session) => session.draft,
    reopen: (session, phase) => session.reopen(phase),
  })
