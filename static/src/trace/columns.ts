import type { PoseTraceView, Snapshot } from '../api/types'

/** Snapshots as columns, the form that a trace is played from. */
export function toColumns(snapshots: readonly Snapshot[]): PoseTraceView {
  return {
    time: snapshots.map(({ time }) => time),
    audio_time: null,
    viewpoint_id: snapshots.map(({ viewpoint_id }) => viewpoint_id),
    extrinsic_matrix: snapshots.map(({ extrinsic_matrix }) => extrinsic_matrix),
    intrinsic_matrix: snapshots.map(({ intrinsic_matrix }) => intrinsic_matrix),
  }
}
