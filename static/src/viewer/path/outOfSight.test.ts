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
