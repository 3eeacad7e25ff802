import '../boxes/boxes.css'

import { listenForActions } from '../../kit/keys/listenForActions'
import { type ShownBox, showBoxes } from '../boxes/BoxLayer'
import { takeBesidePicture } from '../boxes/takeByKey'
import { type ShownRegion, viewOf } from '../boxes/wire'
import type { ItemContext } from '../landmarks/kind'
import { landmarkTask } from '../paged/landmarkTask'
import type { Phrase } from '../landmarks/wire'
import { own } from './messages/own'

/** `region` is judged; `others` were drawn of the same phrase. */
interface QualityItem {
  readonly phrase: Phrase
  readonly region: ShownRegion
  readonly others: readonly ShownRegion[]
}

const REASONS = ['not_it', 'not_tight', 'more_than_one', 'double'] as const

interface QualityAnswer {
  readonly verdict: 'good' | 'bad'
  readonly reason: (typeof REASONS)[number] | null
}

const GOOD: QualityAnswer = { verdict: 'good', reason: null }
const STEPS = ['look', 'good', 'bad'] as const

/** Whether a box of what a phrase means is good. */
export default landmarkTask<QualityItem, QualityAnswer>({
  id: 'box_quality',
  texts: () => ({
    title: own('title'),
    step: own('step'),
    introduction: { title: own('introduction.title'), steps: STEPS.map((step) => own(`introduction.${step}`)) },
  }),
  keys: ['boxes'],
  phrases: ({ phrase }) => [phrase],
  places: ({ region, others }) => [region, ...others].map(viewOf),
  question: () => own('question'),
  show: (context) => {
    const { scope, viewer, bar, item } = context
    showBoxes(scope, viewer, bar, boxesOf(item))
    askWhether(context)
    listenForActions(scope, { notIt: () => askWhy(context) })
    takeBesidePicture(scope, viewer, () => context.take(GOOD), () => context.answer === null)
  },
})

function boxesOf({ phrase, region, others }: QualityItem): ShownBox[] {
  const { language } = phrase.sentence
  const judged = { region, label: phrase.text, language, lit: true }
  return [judged, ...others.map((other) => ({ region: other, label: own('other'), language: document.documentElement.lang, lit: false }))]
}

type Context = ItemContext<QualityItem, QualityAnswer>

function askWhether(context: Context): void {
  const { answer } = context
  context.ask(own('question'))
  context.offer([
    { name: 'good', label: own('good'), also: 'takeAnswer', answer: GOOD },
    { name: 'bad', label: own(answer?.reason ? `badAs.${answer.reason}` : 'bad'), also: 'notIt', press: () => askWhy(context) },
  ])
}

function askWhy(context: Context): void {
  context.ask(own('why'))
  const reasons = REASONS.map((reason) => ({ name: reason, label: own(`reasons.${reason}`), answer: { verdict: 'bad', reason } as const }))
  context.offer([...reasons, { name: 'after-all', label: own('afterAll'), press: () => askWhether(context) }])
}
