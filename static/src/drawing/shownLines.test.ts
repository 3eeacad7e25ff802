import { expect, it } from 'vitest'

import { radians } from '../graph/angles'
import type { ViewBox } from '../regions/shapes'
import type { Look } from './geometry/polygons'
import { vectorOf } from './geometry/polygons'
import type { DrawnRegion } from './history/drawn'
import { pointsOf, shownLines } from './shownLines'
import { Sketch } from './Sketch'

const box = (heading: number): ViewBox => ({ kind: 'view', heading: radians(heading), elevation: 0, width: 0.2, height: 0.2 })
const region = (heading: number, viewpointId = 'a'): DrawnRegion => ({ viewpointId, shape: box(heading), clicked: null })
const CORNERS: Look[] = [[0, 0.1], [-0.1, 0], [0, -0.1]]
const sketched = (...first: DrawnRegion[]): Sketch => new Sketch(null, 4, first)
const shown = (sketch: Sketch, more: Partial<Parameters<typeof shownLines>[0]> = {}) => shownLines({ sketch, here: 'a', stroke: null, pointed: null, preview: null, ...more })

it('tells the selected region from the others, and shows none of another place', () => {
  const sketch = sketched(region(0), region(20), region(40, 'b'))
  sketch.select(1)
  expect(shown(sketch).map(({ look }) => look)).toEqual(['other', 'selected'])
  expect(shown(sketch, { preview: box(60) }).map(({ look }) => look)).toEqual(['other', 'selected', 'preview'])
})

it('draws a polygon as it is begun up to the pointer, and the line that would close it', () => {
  const sketch = sketched()
  sketch.use('polygon')
  for (const corner of CORNERS.slice(0, 2)) sketch.place('a', corner)
  const points = CORNERS.slice(0, 2).map(vectorOf)
  expect(shown(sketch)).toEqual([{ look: 'begun', points, closed: false }])
  const [first, , last] = CORNERS.map(vectorOf)
  const pointed = CORNERS[2] ?? null
  expect(shown(sketch, { pointed })).toEqual([{ look: 'coming', points: [last, first], closed: false }, { look: 'begun', points: [...points, last], closed: false }])
  expect([pointsOf(sketch, 'a', null), pointsOf(sketch, 'b', null), shown(sketch, { here: 'b' })]).toEqual([points, [], []])
})

it('shows the box that the pointer would make as the fourth point, and none before', () => {
  const sketch = sketched()
  for (const corner of CORNERS) sketch.place('a', corner)
  expect(shown(sketch)).toEqual([])
  expect(shown(sketch, { pointed: [0.1, 0] })).toMatchObject([{ look: 'coming', closed: true }])
})
