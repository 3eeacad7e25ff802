import { describe, expect, it } from 'vitest'

import { type Direction, unitVector } from '../../graph/angles'
import { CUBE_FACES, cubePixel, equirectangularPixel, facePoint, spherePoint, type Vec3 } from './projections'

const random = (): Direction => ({
  heading: (Math.random() - 0.5) * 2 * Math.PI,
  elevation: Math.asin(Math.random() * 2 - 1),
})
const expectClose = (actual: Vec3, expected: Vec3) =>
  actual.forEach((value, axis) => expect(value).toBeCloseTo(expected[axis]!, 9))
const unit = (vector: Vec3): Vec3 => {
  const length = Math.hypot(...vector)
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}

describe('a cube map', () => {
  it('shows every direction at the pixel that is drawn there', () => {
    for (let i = 0; i < 100; i++) {
      const direction = random()
      const { face, u, v } = cubePixel(direction)
      expectClose(unit(facePoint(face, u, v)), unitVector(direction))
    }
  })

  it('names its faces by where they lie', () => {
    const turn = Math.PI / 2
    const level = [0, turn, 2 * turn, -turn].map((heading) => cubePixel({ heading, elevation: 0 }).face)
    expect(level).toEqual(['front', 'right', 'back', 'left'])
    expect([turn, -turn].map((elevation) => cubePixel({ heading: 0, elevation }).face)).toEqual(['up', 'down'])
  })

  it('joins the lower edge of up, and the upper edge of down, with front', () => {
    expectClose(facePoint('up', 0.3, 1), facePoint('front', 0.3, 0))
    expectClose(facePoint('down', 0.3, 0), facePoint('front', 0.3, 1))
  })

  it('is seen from inside: what lies to the right in an image lies to the right of its centre', () => {
    for (const face of CUBE_FACES) {
      const [centre, right, bottom] = [facePoint(face, 0.5, 0.5), facePoint(face, 1, 0.5), facePoint(face, 0.5, 1)]
      const [r, d] = [right, bottom].map((edge) => edge.map((value, axis) => value - centre[axis]!))
      const handedness = cross(r as unknown as Vec3, d as unknown as Vec3)
      expectClose(handedness, centre)
    }
  })
})

describe('an equirectangular image', () => {
  it('looks along +y in its centre, to the right of it in the right half, upwards in the upper half', () => {
    expect(equirectangularPixel({ heading: 0, elevation: 0 })).toEqual([0.5, 0.5])
    expect(equirectangularPixel({ heading: Math.PI / 2, elevation: Math.PI / 4 })).toEqual([0.75, 0.25])
  })

  it('is drawn where its pixels look, the same way as a cube map', () => {
    for (let i = 0; i < 100; i++) {
      const direction = random()
      const { face, u, v } = cubePixel(direction)
      expectClose(spherePoint(...equirectangularPixel(direction)), unit(facePoint(face, u, v)))
    }
  })
})

const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
