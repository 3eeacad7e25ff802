import type { View } from '../../viewer/types'
import { viewOf } from '../boxes/wire'
import { landmarkTask } from '../paged/landmarkTask'
import type { CarryAnswer, ForetoldRegion } from './carried'
import { own } from './messages/own'
import { type CarryItem, type CarryKept, showCarried } from './showCarried'

const STEPS = ['look', 'accept', 'adjust', 'refuse'] as const

/** A region that is foretold in another panorama is accepted, adjusted or refused. */
export default landmarkTask<CarryItem, CarryAnswer, CarryKept>({
  id: 'carry',
  texts: () => ({
    title: own('title'),
    step: own('step'),
    introduction: { title: own('introduction.title'), steps: STEPS.map((step) => own(`introduction.${step}`)) },
  }),
  keys: ['boxes', 'drawing', 'shape'],
  phrases: ({ phrase }) => [phrase],
  places: ({ region, foretold }) => [foretoldView(foretold, viewOf(region)), viewOf(region)],
  question: () => own('question'),
  show: showCarried,
})

/** Where only the viewpoint is foretold, the camera looks the same way as from where the thing was drawn. */
const foretoldView = ({ viewpoint_id, shape }: ForetoldRegion, drawn: View): View => (shape ? viewOf({ viewpoint_id, shape }) : { ...drawn, viewpointId: viewpoint_id, elevation: 0 })
