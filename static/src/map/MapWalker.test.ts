import { expect, it } from 'vitest'

import { mapPose } from './MapWalker'

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
