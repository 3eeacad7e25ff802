import { t } from '../../kit/messages/messages'
import { showDone } from '../parts/ending'
import { defineTask, type TaskDefinition } from '../phases/defineTask'
import { checkEquipment, showSubmit } from '../voiceWalk/phases'
import { type AnswerFields, type DialogueEvent, DialogueSession } from './DialogueSession'
import { leadTalk, type LeadRole } from './leadTalk'
import { type Introduced, introduce, showInstructions } from './showInstructions'
import { showMissed } from './showMissed'
import { showTalk, type TalkContext, type TalkParts } from './showTalk'
import { showWaiting } from './showWaiting'
import { showWriting } from './showWriting'

type DialogueName = 'instructions' | 'waiting' | 'talk' | 'transcribe' | 'submit' | 'done' | 'missed'

/** `Role`: the names of its seats. */
interface DialogueKind<Role extends string> {
  id: string
  title: () => string
  /** What people read before their first task, as who they are. */
  introduced: Introduced<Role>
  /** What the page shows and allows while they talk; where it is left out, both walk and only one knows where to go. */
  talk?: (context: TalkContext) => TalkParts
  /** What the kind adds to the answer at first: `session.fields`. */
  fields?: AnswerFields
}

/** A kind of task for two people who talk. */
export const dialogueTask = <Role extends string = LeadRole>({ id, title, introduced, talk = leadTalk, fields }: DialogueKind<Role>): TaskDefinition<DialogueSession, DialogueName, DialogueEvent> =>
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
      talk: { title: () => t('dialogue.steps.talk'), dark: true, show: (context) => showTalk(context, talk) },
      transcribe: { title: () => t('dialogue.steps.write'), dark: true, show: showWriting },
      submit: { title: () => t('dialogue.steps.send'), untimed: true, show: (context) => showSubmit({ ...context, session: context.session.walk }) },
      done: { show: showDone },
      missed: { show: showMissed },
    },
    introduction: { show: (context) => introduce(context, introduced), begin: 'start' },
    interrupt: ({ walk }) => walk.interrupt(),
    whereabouts: ({ walk }) => walk.sight?.viewpointId ?? null,
    mayBeSkipped: true,
    prepare: checkEquipment,
    begin: (context) => DialogueSession.open(context, fields),
    draft: (session) => session.draft,
    reopen: (session, phase) => session.reopen(phase),
  })
