import { type BufferGeometry, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'

import { type Direction, unitVector } from '../../graph/ScanGraph'
import { CUBE_FACES, cubeFaceGeometry, cubePixel } from './cubemap'
import { equirectangularGeometry, equirectangularPixel } from './equirectangular'

const random = (): Direction => ({
  heading: (Math.random() - 0.5) * 2 * Math.PI,
  elevation: Math.asin(Math.random() * 2 - 1),
})
const vertex = (geometry: BufferGeometry, index: number) =>
  new Vector3().fromBufferAttribute(geometry.getAttribute('position'), index)

/** Where a face's picture shows the pixel (u, v), between its four corners. */
function onFace(geometry: BufferGeometry, u: number, v: number): Vector3 {
  const [topLeft, topRight, bottomLeft, bottomRight] = [0, 1, 2, 3].map((index) => vertex(geometry, index))
  return topLeft!.lerp(topRight!, u).lerp(bottomLeft!.lerp(bottomRight!, u), v)
}

describe('a cube map', () => {
  it('shows every direction at the pixel that is drawn there', () => {
    for (let i = 0; i < 100; i++) {
      const direction = random()
      const { face, u, v } = cubePixel(direction)
      const drawn = onFace(cubeFaceGeometry(face), u, v).normalize()
      expect(drawn.distanceTo(new Vector3(...unitVector(direction)))).toBeLessThan(1e-6)
    }
  })

  it('names its faces by where they lie', () => {
    const turn = Math.PI / 2
    const level = [0, turn, 2 * turn, -turn].map((heading) => cubePixel({ heading, elevation: 0 }).face)
    expect(level).toEqual(['front', 'right', 'back', 'left'])
    expect([turn, -turn].map((elevation) => cubePixel({ heading: 0, elevation }).face)).toEqual(['up', 'down'])
  })

  it('joins the lower edge of up, and the upper edge of down, with front', () => {
    const [front, up, down] = (['front', 'up', 'down'] as const).map(cubeFaceGeometry)
    expect(onFace(up!, 0.3, 1).distanceTo(onFace(front!, 0.3, 0))).toBeLessThan(1e-6)
    expect(onFace(down!, 0.3, 0).distanceTo(onFace(front!, 0.3, 1))).toBeLessThan(1e-6)
  })

  it('turns every face towards the inside', () => {
    for (const face of CUBE_FACES) {
      const [a, b, c] = [0, 2, 1].map((index) => vertex(cubeFaceGeometry(face), index))
      const normal = b!.clone().sub(a!).cross(c!.clone().sub(a!))
      expect(normal.dot(a!)).toBeLessThan(0)
    }
  })
})

describe('an equirectangular image', () => {
  it('looks along +y in its centre, to the right of it in the right half, upwards in the upper half', () => {
    expect(equirectangularPixel({ heading: 0, elevation: 0 })).toEqual([0.5, 0.5])
    expect(equirectangularPixel({ heading: Math.PI / 2, elevation: Math.PI / 4 })).toEqual([0.75, 0.25])
  })

  it('is drawn where its pixels look, the same way as a cube map', () => {
    const geometry = equirectangularGeometry()
    const uv = geometry.getAttribute('uv')
    for (let i = 0; i < uv.count; i++) {
      const direction = { heading: (uv.getX(i) - 0.5) * 2 * Math.PI, elevation: (0.5 - uv.getY(i)) * Math.PI }
      const { face, u, v } = cubePixel(direction)
      const onCube = onFace(cubeFaceGeometry(face), u, v).normalize()
      expect(vertex(geometry, i).distanceTo(onCube)).toBeLessThan(1e-5)
    }
  })
})
