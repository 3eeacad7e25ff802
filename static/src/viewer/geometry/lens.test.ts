import { PerspectiveCamera } from 'three'
import { expect, it } from 'vitest'

import { radians } from '../../graph/angles'
import { anglePerPixel, fitLens, verticalFieldOfView } from './lens'

const recorded = new PerspectiveCamera(75, 4 / 3).projectionMatrix

it('gives a tall picture the field of view across its width', () => {
  expect(verticalFieldOfView(radians(75), 16 / 9)).toBeCloseTo(radians(75))
  const tall = new PerspectiveCamera((verticalFieldOfView(radians(75), 0.5) * 180) / Math.PI, 0.5)
  expect(1 / tall.projectionMatrix.elements[0]).toBeCloseTo(Math.tan(radians(75) / 2))
})

it.each([
  [4 / 3, 'the same'],
  [2, 'a wider'],
  [0.5, 'a taller'],
])('shows at least what was seen, undistorted, in a picture of aspect %d: %s one', (aspect) => {
  const fitted = fitLens(recorded, aspect).elements
  expect(fitted[5] / fitted[0]).toBeCloseTo(aspect)
  expect(fitted[0]).toBeLessThanOrEqual(recorded.elements[0] + 1e-9)
  expect(fitted[5]).toBeLessThanOrEqual(recorded.elements[5] + 1e-9)
})

it('turns by as much as a pixel at the centre covers', () => {
  expect(anglePerPixel(recorded, 1000)).toBeCloseTo((2 * Math.tan(radians(37.5))) / 1000)
})
