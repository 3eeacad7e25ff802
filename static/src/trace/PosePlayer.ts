import { Matrix4, Quaternion, Vector3 } from 'three'

import type { PoseTraceView } from '../api/types'
import { fromRowMajor, rowMajor } from '../viewer/geometry/camera'
import type { Camera, Viewer } from '../viewer/Viewer'
import { rowAt } from './snapshots'

/** Shows through a viewer what the camera saw at any time of a pose trace. */
export class PosePlayer {
  constructor(
    private readonly viewer: Pick<Viewer, 'setCamera'>,
    private readonly columns: PoseTraceView,
  ) {}

  /** Seconds on the trace's clock; before its start and after its end the first and the last snapshot are shown. */
  seek(time: number): void {
    const camera = cameraAt(this.columns, time)
    if (camera) this.viewer.setCamera(camera)
  }
}

/** The camera at a time, interpolated between the snapshots around it; null for an empty trace. */
export function cameraAt({ time: times, ...columns }: PoseTraceView, time: number): Camera | null {
  const { row, share } = rowAt(times, time)
  const [viewpointId, from, lens] = at(columns, row)
  if (viewpointId === undefined || !from || !lens) return null
  const [, to = from, nextLens = lens] = at(columns, row + 1)
  return {
    viewpointId,
    extrinsicMatrix: share > 0 ? poseBetween(from, to, share) : from,
    intrinsicMatrix: lens.map((value, index) => value + ((nextLens[index] ?? value) - value) * share),
  }
}

const at = (columns: Omit<PoseTraceView, 'time'>, row: number) =>
  [columns.viewpoint_id[row], columns.extrinsic_matrix[row], columns.intrinsic_matrix[row]] as const

function poseBetween(from: readonly number[], to: readonly number[], share: number): number[] {
  const [start, end] = [rigid(from), rigid(to)]
  start.position.lerp(end.position, share)
  start.rotation.slerp(end.rotation, share)
  return rowMajor(new Matrix4().compose(start.position, start.rotation, new Vector3(1, 1, 1)))
}

function rigid(numbers: readonly number[]): { position: Vector3; rotation: Quaternion } {
  const [position, rotation] = [new Vector3(), new Quaternion()]
  fromRowMajor(numbers).decompose(position, rotation, new Vector3())
  return { position, rotation }
}
