import { PerspectiveCamera } from 'three'
import { expect, it } from 'vitest'

import { toThree } from '../geometry/camera'
import { hintAngle, PathProgress } from './PathHint'

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

const walked = (path: string, steps: string) => {
  const progress = new PathProgress(Array.from(path))
  return Array.from(steps).map((step) => {
    progress.reach(step)
    return progress.next
  })
}

it('leads along the path to its goal', () => {
  expect(walked('abc', 'abc')).toEqual(['b', 'c', null])
})

it('leads on where a path comes through a viewpoint again', () => {
  expect(walked('abac', 'abac')).toEqual(['b', 'a', 'c', null])
})

it('leads back to the path, also for who walks back', () => {
  expect(walked('abcd', 'abx')).toEqual(['b', 'c', 'b'])
  expect(walked('abcd', 'abca')).toEqual(['b', 'c', 'd', 'b'])
})
