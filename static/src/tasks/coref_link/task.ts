import { landmarkTask } from '../paged/landmarkTask'
import type { Phrase } from '../landmarks/wire'
import { own } from './messages/own'

/** A phrase, and one that stands for all that mean the same as it. */
interface LinkItem {
  readonly first: Phrase
  readonly second: Phrase
}

const VERDICTS = ['same', 'different', 'part_of', 'not_seen', 'unclear'] as const

interface LinkAnswer {
  readonly verdict: (typeof VERDICTS)[number]
}

const STEPS = ['look', 'compare', 'unsure'] as const

/** Whether two phrases mean the same thing. */
export default landmarkTask<LinkItem, LinkAnswer>({
  id: 'coref_link',
  texts: () => ({
    title: own('title'),
    step: own('step'),
    introduction: { title: own('introduction.title'), steps: STEPS.map((step) => own(`introduction.${step}`)) },
  }),
  phrases: ({ first, second }) => [first, second],
  places: 'phrases',
  question: () => own('question'),
  show: ({ offer }) => offer(VERDICTS.map((verdict) => ({ name: verdict, label: own(`answers.${verdict}`), answer: { verdict } }))),
})
