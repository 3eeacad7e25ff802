import { landmarkTask } from '../paged/landmarkTask'
import { own } from './messages/own'
import { type KeptMarks, type MentionAnswer, type MentionItem, showSentence } from './showSentence'

const STEPS = ['read', 'propose', 'mark', 'say', 'nested'] as const

/** Marks what names something in a Guide's words. */
export default landmarkTask<MentionItem, MentionAnswer, KeptMarks>({
  id: 'mention',
  texts: () => ({
    title: own('title'),
    step: own('step'),
    introduction: { title: own('introduction.title'), steps: STEPS.map((step) => own(`introduction.${step}`)) },
  }),
  keys: ['marking'],
  phrases: () => [],
  places: 'path',
  // The words as they are now can be marked.
  isStale: () => false,
  question: () => own('question'),
  show: showSentence,
})
