import { PerspectiveCamera } from 'three'
import { expect, it } from 'vitest'

import { toThree } from '../geometry/frames'
import { hintAngle } from './PathHint'

const camera = new PerspectiveCamera(75, 4 / 3)

it.each([
  ['nowhere when the point is in sight', [0.5, 5, 0], null],
  ['to the right', [5, 1, 0], 0],
  ['to the left', [-5, 1, 0], Math.PI],
  ['down', [0, 1, -5], -Math.PI / 2],
  ['to the right for what is behind and low', [1, -5, -3], 0],
  ['to the left for what is behind', [-1, -5, 0], Math.PI],
] as const)('points %s', (_, place, angle) => {
  const hint = hintAngle(toThree([...place]), camera)
  if (angle === null) expect(hint).toBeNull()
  else expect(hint).toBeCloseTo(angle)
})
