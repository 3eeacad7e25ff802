import '../boxes/boxes.css'

import { showBoxes } from '../boxes/BoxLayer'
import { type ShownRegion, viewOf } from '../boxes/wire'
import { landmarkTask } from '../paged/landmarkTask'
import type { Phrase } from '../landmarks/wire'
import { own } from './messages/own'

/** Two regions, each with the phrase of which it was drawn. */
interface SameThingItem {
  readonly first: ShownRegion
  readonly first_phrase: Phrase
  readonly second: ShownRegion
  readonly second_phrase: Phrase
}

const VERDICTS = ['same', 'different', 'unclear'] as const

interface SameThingAnswer {
  readonly verdict: (typeof VERDICTS)[number]
}

const STEPS = ['look', 'compare', 'unsure'] as const

/** Whether two regions, mostly from two viewpoints, show one thing. */
export default landmarkTask<SameThingItem, SameThingAnswer>({
  id: 'same_thing',
  texts: () => ({
    title: own('title'),
    step: own('step'),
    introduction: { title: own('introduction.title'), steps: STEPS.map((step) => own(`introduction.${step}`)) },
  }),
  keys: ['boxes'],
  phrases: ({ first_phrase: first, second_phrase: second }) => [first, second],
  places: ({ first, second }) => [viewOf(first), viewOf(second)],
  question: () => own('question'),
  show: ({ scope, viewer, bar, item, offer }) => {
    const { first, second } = item
    showBoxes(scope, viewer, bar, [first, second].map((region, number) => ({ region, label: own('box', { number: number + 1 }), language: document.documentElement.lang, lit: true })))
    offer(VERDICTS.map((verdict) => ({ name: verdict, label: own(verdict), answer: { verdict } })))
  },
})
