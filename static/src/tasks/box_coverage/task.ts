import '../boxes/boxes.css'

import { listenForActions } from '../../kit/keys/listenForActions'
import { showBoxes } from '../boxes/BoxLayer'
import { takeBesidePicture } from '../boxes/takeByKey'
import { type ShownRegion, viewOf } from '../boxes/wire'
import { landmarkTask } from '../paged/landmarkTask'
import type { Phrase } from '../landmarks/wire'
import { own } from './messages/own'

/** The longest phrase of a chain, and all that was drawn of it, from all viewpoints. */
interface CoverageItem {
  readonly phrase: Phrase
  readonly regions: readonly ShownRegion[]
}

interface CoverageAnswer {
  readonly verdict: 'all' | 'missing'
}

const STEPS = ['look', 'all', 'missing'] as const

/** Whether everything is drawn that a phrase means. */
export default landmarkTask<CoverageItem, CoverageAnswer>({
  id: 'box_coverage',
  texts: () => ({
    title: own('title'),
    step: own('step'),
    introduction: { title: own('introduction.title'), steps: STEPS.map((step) => own(`introduction.${step}`)) },
  }),
  keys: ['boxes'],
  phrases: ({ phrase }) => [phrase],
  places: ({ regions }) => regions.map(viewOf),
  question: () => own('question'),
  show: ({ scope, viewer, bar, item, answer, offer, take }) => {
    showBoxes(scope, viewer, bar, item.regions.map((region, number) => ({ region, label: own('box', { number: number + 1 }), language: document.documentElement.lang, lit: true })))
    offer([
      { name: 'all', label: own('all'), also: 'takeAnswer', answer: { verdict: 'all' } },
      { name: 'missing', label: own('missing'), also: 'notIt', answer: { verdict: 'missing' } },
    ])
    listenForActions(scope, { notIt: () => take({ verdict: 'missing' }) })
    takeBesidePicture(scope, viewer, () => take({ verdict: 'all' }), () => answer === null)
  },
})
