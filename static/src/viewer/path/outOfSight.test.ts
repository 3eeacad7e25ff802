import { PerspectiveCamera } from 'three'
import { expect, it } from 'vitest'

import { toThree } from '../geometry/camera'
import { outOfSight } from './outOfSight'

const camera = new PerspectiveCamera(75, 4 / 3)

it.each([
  ['to the right', [5, 1, 0], 0, 'right'],
  ['to the left', [-5, 1, 0], Math.PI, 'left'],
  ['down', [0, 1, -5], -Math.PI / 2, 'below'],
  ['up', [0, 1, 5], Math.PI / 2, 'above'],
  ['to the right for what is behind and low', [1, -5, -3], 0, 'behind'],
  ['to the left for what is behind', [-1, -5, 0], Math.PI, 'behind'],
  ['to the left for what is a little more than beside', [-5, -1, 0], Math.PI, 'left'],
] as const)('points %s', (_, place, angle, side) => {
  const hidden = outOfSight(toThree([...place]), camera)
  expect(hidden?.angle).toBeCloseTo(angle)
  expect(hidden?.side).toBe(side)
})

it('is silent when the point is in the picture', () => {
  expect(outOfSight(toThree([0.5, 5, 0]), camera)).toBeNull()
})

it('takes the outermost part of the picture for out of sight, and what is 120 degrees round for behind', () => {
  const [wide, high] = [(4 / 3) * Math.tan(Math.PI * 75 / 360), Math.tan(Math.PI * 75 / 360)]
  const round = (degrees: number): [number, number, number] => [Math.sin(degrees * Math.PI / 180), Math.cos(degrees * Math.PI / 180), 0]
  const places: [number, number, number][] = [[0.93 * wide, 1, 0], [0.95 * wide, 1, 0], [0, 1, 0.93 * high], [0, 1, 0.95 * high], round(119), round(121), round(-121)]
  expect(places.map((place) => outOfSight(toThree(place), camera)?.side)).toEqual([undefined, 'right', undefined, 'above', 'right', 'behind', 'behind'])
})
