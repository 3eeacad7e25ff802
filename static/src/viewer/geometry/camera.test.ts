import { Euler, Matrix4, PerspectiveCamera, Vector3 } from 'three'
import { expect, it } from 'vitest'

import { radians } from '../../graph/angles'
import { anglePerPixel, elevationToSee, fitLens, fromRowMajor, lookDirection, panoramaPlacement, rowMajor, toThree, verticalFieldOfView } from './camera'

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
    relief: null,
  }
  const ahead = new Vector3(0, 1, 0).applyMatrix4(panoramaPlacement(turned))
  expect(ahead.distanceTo(toThree([2, 2, 3]))).toBeLessThan(1e-12)
})

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

it.each([
  [-10, 0, 0],
  [-50, 0, -22],
  [-50, 30, -22],
  [40, 0, 12],
  [0, -60, -28],
])('sees a point %d degrees up from %d degrees by looking %d degrees up', (point, elevation, wanted) => {
  expect(elevationToSee(radians(point), radians(elevation), radians(80))).toBeCloseTo(radians(wanted))
})
