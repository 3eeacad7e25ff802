// @vitest-environment page

import { expect, it } from 'vitest'

import { mapPose, MapWalker } from './MapWalker'

// The first snapshot of a published Guide annotation: at (-0.528, -3.818) in the building, heading 1.5789.
const EXTRINSIC = [-0.00806075, 0, -0.99996752, -0.528193, 0, 1, 0, -1.65632, 0.99996752, 0, -0.00806075, 3.81784, 0, 0, 0, 1]
const INTRINSIC = [0.97741902, 0, 0, 0, 0, 1.3032254, 0, 0, 0, 0, -1.0001, -0.20001, 0, 0, -1, 0]

it('finds where a camera stands, where it looks and how wide', () => {
  const pose = mapPose(EXTRINSIC, INTRINSIC)
  expect(pose.x).toBeCloseTo(-0.528, 3)
  expect(pose.y).toBeCloseTo(-3.818, 3)
  expect(pose.z).toBeCloseTo(-1.656, 3)
  expect(pose.heading).toBeCloseTo(1.57886, 4)
  expect(pose.fieldOfView).toBeCloseTo(1.5936, 3)
})

it('is drawn where it stands and looks, with its trail, until it leaves', () => {
  const walker = new MapWalker('guide', (x, y) => ({ x: 10 * x, y: -y }), (ids) => ids.join('>'))
  const drawn = () => ['map-trail', 'map-cone'].map((name) => walker.element.querySelector(`.${name}`)?.getAttribute('d') ?? '')
  const camera = walker.element.querySelector('.map-camera')
  const shown = () => [camera?.getAttribute('visibility'), camera?.getAttribute('transform')]
  expect([walker.element.getAttribute('class'), walker.pose, shown(), drawn()]).toEqual(['map-walker map-walker-guide', null, ['hidden', null], ['', '']])
  const pose = { x: 2, y: 3, z: 9, heading: Math.PI / 2, fieldOfView: Math.PI / 2 }
  walker.setPose(pose)
  walker.showTrail(['a', 'b'])
  const place = 'translate(20.00 -3.00) rotate(90.00)'
  expect([walker.pose, shown(), drawn()]).toEqual([pose, ['visible', place], ['a>b', 'M0 0L-24.04 -24.04A34 34 0 0 1 24.04 -24.04Z']])
  walker.leave()
  expect([walker.pose, shown(), drawn()[0]]).toEqual([null, ['hidden', place], ''])
})
