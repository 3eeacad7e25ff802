import { Euler, Matrix4, Quaternion, Vector3 } from 'three'
import { expect, it, vi } from 'vitest'

import type { PoseTraceView } from '../api/types'
import { fromRowMajor, lookDirection, rowMajor } from '../viewer/geometry/camera'
import type { Camera } from '../viewer/Viewer'
import { PosePlayer } from './PosePlayer'

function pose(x: number, heading: number): number[] {
  const rotation = new Quaternion().setFromEuler(new Euler(0, -heading, 0, 'YXZ'))
  return rowMajor(new Matrix4().compose(new Vector3(x, 1.6, 0), rotation, new Vector3(1, 1, 1)))
}
const lens = (scale: number) => [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, -1, -0.2, 0, 0, -1, 0]
const trace: PoseTraceView = {
  time: [0, 2],
  audio_time: null,
  viewpoint_id: ['a', 'b'],
  extrinsic_matrix: [pose(0, 0), pose(4, 1)],
  intrinsic_matrix: [lens(1), lens(2)],
}

it('shows the camera on its way between two snapshots', () => {
  const setCamera = vi.fn()
  new PosePlayer({ setCamera }, trace).seek(0.5)
  const shown = setCamera.mock.lastCall![0] as Camera
  const matrix = fromRowMajor(shown.extrinsicMatrix)
  expect(shown.viewpointId).toBe('a')
  expect(new Vector3().setFromMatrixPosition(matrix).x).toBeCloseTo(1)
  expect(lookDirection(matrix).heading).toBeCloseTo(0.25)
  expect(shown.intrinsicMatrix[0]).toBeCloseTo(1.25)
})

it('shows exactly what was recorded at a snapshot, and nothing from an empty trace', () => {
  const setCamera = vi.fn()
  new PosePlayer({ setCamera }, trace).seek(7)
  expect(setCamera).toHaveBeenLastCalledWith({ viewpointId: 'b', extrinsicMatrix: pose(4, 1), intrinsicMatrix: lens(2) })
  const empty = { time: [], audio_time: null, viewpoint_id: [], extrinsic_matrix: [], intrinsic_matrix: [] }
  new PosePlayer({ setCamera }, empty).seek(0)
  expect(setCamera).toHaveBeenCalledOnce()
})
