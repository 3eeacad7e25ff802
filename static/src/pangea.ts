/** What a task of a third party imports, as `/pangea.js`. These names stay; see "Add a task" in pangea_server/README.md. */

import { chosenLanguage, type InterfaceLanguage } from './messages/interfaceLanguage'
import type { TaskContext } from './tasks/defineTask'
import { type AnswerOf, GuideSession } from './tasks/guide/GuideSession'
import { type Fields, WalkSession } from './tasks/walk/WalkSession'

export { button } from './dom/button'
export { choices } from './dom/choices'
export { confirm } from './dom/confirm'
export { html } from './dom/html'
export { message, problemMessage } from './dom/message'
export { controlsPicture } from './tasks/controlsPicture'
export { defineTask } from './tasks/defineTask'
export { checkEquipment } from './tasks/guide/checkEquipment'
export { recordWalk } from './tasks/guide/showRecord'
export { showSubmit as sendVoiceWalk } from './tasks/guide/showSubmit'
export { showTranscribe as transcribe } from './tasks/guide/showTranscribe'
export { instructionSteps } from './tasks/instructionSteps'
export { showDone } from './tasks/showDone'
export { showSend as sendWalk } from './tasks/walk/showSend'

/** Begins a task in which people walk, with the answer `blank`, or goes on with one that was left. */
export const openWalk = (context: TaskContext, blank: Fields) => WalkSession.open(context, blank)

/** Begins a task in which people walk and speak, or goes on with one that was left. */
export const openVoiceWalk = (context: TaskContext, answerOf: AnswerOf) => GuideSession.open(context, answerOf)

/** The texts in the language that the person reads, else in English. */
export const texts = <Texts>(byLanguage: { en: Texts } & Partial<Record<InterfaceLanguage, Texts>>): Texts =>
  byLanguage[chosenLanguage()] ?? byLanguage.en
