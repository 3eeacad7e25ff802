import { type DrawingKept, showDrawing } from '../boxes/showDrawing'
import type { DrawnAnswer } from '../boxes/wire'
import { landmarkTask } from '../paged/landmarkTask'
import type { Phrase } from '../landmarks/wire'
import { own } from './messages/own'

/** A phrase, and nothing that shows what others drew or where the Guide looked. */
interface MeantItem {
  readonly phrase: Phrase
}

const STEPS = ['hear', 'find', 'draw', 'lost'] as const

/** A listener draws what they understand that the Guide meant. */
export default landmarkTask<MeantItem, DrawnAnswer, DrawingKept>({
  id: 'region_meant',
  texts: () => ({
    title: own('title'),
    step: own('step'),
    introduction: { title: own('introduction.title'), steps: STEPS.map((step) => own(`introduction.${step}`)) },
  }),
  keys: ['boxes', 'drawing', 'shape'],
  phrases: ({ phrase }) => [phrase],
  places: 'reach',
  question: () => own('question'),
  show: (context) => showDrawing(context, own('nothing')),
})
