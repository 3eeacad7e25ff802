import { expect, it } from 'vitest'

import { radians } from '../graph/angles'
import type { Region } from '../regions/shapes'
import type { Told } from './Sketch'
import { described, wordsOf } from './words'

const box = (heading: number, elevation: number): Region => ({ kind: 'view', heading: radians(heading), elevation: radians(elevation), width: radians(12), height: radians(8) })
const begun = (tool: 'extremes' | 'polygon') => ({ what: 'point', begun: { tool, viewpointId: 'a', points: [[0, 0], [0.1, 0]] } }) as Told

it.each<[Region, string]>([
  [box(41.26, 3), 'Box 12 degrees by 8 degrees, heading 41.3 degrees right, 3 degrees up'],
  [box(-1, -0.04), 'Box 12 degrees by 8 degrees, heading 1 degree left, 0 degrees down'],
  [box(350, 0), 'Box 12 degrees by 8 degrees, heading 10 degrees left, 0 degrees up'],
  [{ kind: 'latlon', west: -Math.PI, width: 2 * Math.PI, low: -Math.PI / 2, high: Math.PI / 2 }, 'Shape of 12.57 steradians'],
])('says what %j is', (shape, words) => {
  expect(described(shape)).toBe(words)
})

it.each<[Told, string]>([
  [{ what: 'region', region: { viewpointId: 'a', shape: box(0, 0), clicked: null } }, 'Box 12 degrees by 8 degrees, heading 0 degrees right, 0 degrees up'],
  [begun('extremes'), 'Point 2 of 4.'],
  [begun('polygon'), 'Corner 2.'],
  [{ what: 'undone' }, 'Undone.'],
  [{ what: 'refused', why: 'few', at: null }, 'More points are needed: four for a box, three for a polygon.'],
])('says of %j what has happened', (told, words) => {
  expect(wordsOf(told)).toBe(words)
})
