import { Euler, Matrix4, Vector3 } from 'three'
import { expect, it } from 'vitest'

import { fromRowMajor, lookDirection, panoramaPlacement, rowMajor, toThree } from './frames'

const camera = (heading: number, elevation: number) =>
  new Matrix4().makeRotationFromEuler(new Euler(elevation, -heading, 0, 'YXZ'))

it('turns right by 90 degrees from heading 0 and looks along +x', () => {
  const matrix = camera(Math.PI / 2, 0)
  const look = new Vector3(0, 0, -1).transformDirection(matrix)
  expect(look.distanceTo(toThree([1, 0, 0]))).toBeLessThan(1e-12)
  expect(lookDirection(matrix).heading).toBeCloseTo(Math.PI / 2)
})

it('finds heading and elevation again', () => {
  for (let i = 0; i < 100; i++) {
    const [heading, elevation] = [(Math.random() - 0.5) * 2 * Math.PI, (Math.random() - 0.5) * 3]
    const look = lookDirection(camera(heading, elevation))
    expect(look.heading).toBeCloseTo(heading, 9)
    expect(look.elevation).toBeCloseTo(elevation, 9)
  }
})

it('writes matrices as the published sample does: the place in the last column of a row', () => {
  const matrix = new Matrix4().setPosition(toThree([-0.528, -3.818, -1.656]))
  const rows = rowMajor(matrix)
  expect([rows[3], rows[7], rows[11]]).toEqual([-0.528, -1.656, 3.818])
  expect(fromRowMajor(rows).equals(matrix)).toBe(true)
})

it('places a panorama by its orientation and position', () => {
  const turned = {
    viewpoint_id: 'a',
    position: [1, 2, 3] as [number, number, number],
    orientation: [[0, 1, 0], [-1, 0, 0], [0, 0, 1]] as [[number, number, number], [number, number, number], [number, number, number]],
    height: null,
    neighbors: [],
    images: {},
    tiles: null,
  }
  const ahead = new Vector3(0, 1, 0).applyMatrix4(panoramaPlacement(turned))
  expect(ahead.distanceTo(toThree([2, 2, 3]))).toBeLessThan(1e-12)
})
