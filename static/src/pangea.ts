/** The names that a third party's task imports from `/pangea.js`. They do not change; see docs/howto/own-task.md. */

import { chosenLanguage, type InterfaceLanguage } from './kit/messages/interfaceLanguage'
import type { TaskContext } from './tasks/phases/defineTask'
import { type AnswerOf, GuideSession } from './tasks/voiceWalk/GuideSession'
import { type Fields, WalkSession } from './tasks/walk/WalkSession'

export { button } from './kit/dom/button'
export { choices } from './kit/dom/fields'
export { confirm } from './kit/dom/confirm'
export { html } from './kit/dom/html'
export { message, problemMessage } from './kit/notices/message'
export { dialogueTask } from './tasks/dialogue/dialogueTask'
export { leadTalk } from './tasks/dialogue/leadTalk'
export { openLine } from './tasks/dialogue/openLine'
export { controlsPicture } from './tasks/parts/instructions'
export { defineTask } from './tasks/phases/defineTask'
export { checkEquipment } from './tasks/voiceWalk/phases'
export { recordWalk } from './tasks/voiceWalk/showRecord'
export { showSubmit as sendVoiceWalk } from './tasks/voiceWalk/phases'
export { showTranscribe as transcribe } from './tasks/voiceWalk/showTranscribe'
export { offerMap } from './tasks/parts/taskMap'
export { instructionSteps } from './tasks/parts/instructions'
export { showDone } from './tasks/parts/ending'
export { showSend as sendWalk } from './tasks/walk/WalkSession'

// A script that is asked for by its address brings no styles with it. These, of `dialogueTask` and `showDone`, are not every page's.
void import('./dialogue/dialogue.css')
void import('./tasks/parts/tally.css')

/** Begins a task in which people walk, with the answer `blank`, or continues one that was left. */
export const openWalk = (context: TaskContext, blank: Fields) => WalkSession.open(context, blank)

/** Begins a task in which people walk and speak, or continues one that was left. */
export const openVoiceWalk = (context: TaskContext, answerOf: AnswerOf) => GuideSession.open(context, answerOf)

/** The texts in the person's language, otherwise in English. */
export const texts = <Texts>(byLanguage: { en: Texts } & Partial<Record<InterfaceLanguage, Texts>>): Texts =>
  byLanguage[chosenLanguage()] ?? byLanguage.en
