import { landmarkTask } from '../paged/landmarkTask'
import { type Look, type Phrase, viewOfLook } from '../landmarks/wire'
import { own } from './messages/own'

/** The longest phrase of a chain, and the others that mean the same. */
interface NeedItem {
  readonly phrase: Phrase
  readonly others: readonly Phrase[]
  /** Where Guides looked most while they spoke of it. */
  readonly start: Look | null
}

const VERDICTS = ['box', 'scene', 'not_visual'] as const

interface NeedAnswer {
  readonly verdict: (typeof VERDICTS)[number]
}

const STEPS = ['walk', 'choose', 'alike'] as const

/** Whether what a phrase means can be shown by a box. */
export default landmarkTask<NeedItem, NeedAnswer>({
  id: 'box_need',
  texts: () => ({
    title: own('title'),
    step: own('step'),
    introduction: { title: own('introduction.title'), steps: STEPS.map((step) => own(`introduction.${step}`)) },
  }),
  phrases: ({ phrase, others }) => [phrase, ...others],
  start: ({ start }) => start && viewOfLook(start),
  places: 'path',
  question: () => own('question'),
  show: ({ offer }) => offer(VERDICTS.map((verdict) => ({ name: verdict, label: own(`answers.${verdict}`), answer: { verdict } }))),
})
