import { expect, it } from 'vitest'

import type { ViewBox } from '../../regions/shapes'
import { Sketch } from '../../drawing/Sketch'
import { begunWith, carried, type ForetoldRegion } from './carried'

const SHAPE: ViewBox = { kind: 'view', heading: 0.12345678912345, elevation: 0.1, width: 0.3, height: 0.2 }
const FORETOLD: ForetoldRegion = { viewpoint_id: 'b', shape: SHAPE }

it('accepts what is as it was foretold, also after a reload and after a change that was undone', () => {
  const sketch = new Sketch(null, 1, begunWith(FORETOLD))
  expect(carried(FORETOLD, sketch.region, 'whole')).toEqual({ verdict: 'accept', shape: null, visible: 'whole' })
  sketch.adjust({ ...SHAPE, width: 0.4 })
  const again = new Sketch(sketch.kept(), 1, begunWith(FORETOLD))
  expect(carried(FORETOLD, again.region, 'cut')).toMatchObject({ verdict: 'adjust', shape: { width: 0.4 }, visible: 'cut' })
  again.undo()
  expect(carried(FORETOLD, again.region, 'whole')).toMatchObject({ verdict: 'accept', shape: null })
})

it('has no answer without a region, such as where only a viewpoint is foretold', () => {
  const nowhere: ForetoldRegion = { viewpoint_id: 'b', shape: null }
  const sketch = new Sketch(null, 1, begunWith(nowhere))
  expect(carried(nowhere, sketch.region, 'whole')).toBeNull()
  sketch.add('b', SHAPE)
  expect(carried(nowhere, sketch.region, 'whole')).toMatchObject({ verdict: 'adjust' })
})
