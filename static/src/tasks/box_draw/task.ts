import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { showBoxes } from '../boxes/BoxLayer'
import { type DrawingKept, showDrawing } from '../boxes/showDrawing'
import { type DrawnAnswer, type ShownRegion, viewOf } from '../boxes/wire'
import type { ItemContext } from '../landmarks/kind'
import { landmarkTask } from '../paged/landmarkTask'
import { goToLook } from '../landmarks/PlaceBar'
import { type Look, type Phrase, viewOfLook } from '../landmarks/wire'
import { own } from './messages/own'

/** The longest phrase of a chain, the others, and what was drawn of it so far; one more box is wanted. */
interface DrawItem {
  readonly phrase: Phrase
  readonly others: readonly Phrase[]
  /** Where Guides looked most while they spoke of it. */
  readonly start: Look | null
  readonly regions: readonly ShownRegion[]
}

const STEPS = ['look', 'draw', 'seen', 'nothing'] as const

/** One more thing that a phrase means is drawn, from any viewpoint. */
export default landmarkTask<DrawItem, DrawnAnswer, DrawingKept>({
  id: 'box_draw',
  texts: () => ({
    title: own('title'),
    step: own('step'),
    introduction: { title: own('introduction.title'), steps: STEPS.map((step) => own(`introduction.${step}`)) },
  }),
  keys: ['boxes', 'drawing', 'shape'],
  phrases: ({ phrase, others }) => [phrase, ...others],
  start: ({ start }) => start && viewOfLook(start),
  places: 'reach',
  question: ({ regions }) => own(regions.length > 0 ? 'more' : 'question'),
  show: (context) => {
    showDrawing(context, own(context.item.regions.length > 0 ? 'nothingMore' : 'nothing'))
    showDrawnSoFar(context)
  },
})

/** What others drew: in the picture, and as buttons that lead there. */
function showDrawnSoFar({ scope, viewer, bar, place, item }: ItemContext<DrawItem, DrawnAnswer, DrawingKept>): void {
  const { regions } = item
  showBoxes(scope, viewer, bar, regions.map((region, number) => ({ region, label: own('drawnBox', { number: number + 1 }), language: document.documentElement.lang, lit: false })))
  if (regions.length === 0) return
  const leading = regions.map((region, number) => button(scope, { name: `drawn-${number + 1}`, label: own('drawnBox', { number: number + 1 }), press: () => void goToLook(viewer, viewOf(region)) }))
  place.append(html('p', { class: 'hint' }, own('soFar')), html('div', { class: 'landmark-controls' }, ...leading))
}
