import type { PoseTraceView } from '../api/types'
import { mapPose, type MapWalker } from '../map/MapWalker'
import { cameraAt } from '../trace/PosePlayer'
import { type Visit, visits } from '../trace/snapshots'
import type { CameraView } from './CameraView'

/** A person's camera, the stays of their walk, and their place on the map. */
export class Actor {
  readonly visits: readonly Visit[]

  constructor(
    readonly camera: CameraView,
    private readonly trace: PoseTraceView | null,
    readonly marker: MapWalker,
  ) {
    this.visits = trace ? visits(trace.time, trace.viewpoint_id) : []
  }

  /** Puts camera and marker where they were at this second of their own walk. */
  place(time: number): void {
    if (!this.camera.hidden) this.camera.show(time)
    const seen = this.trace && cameraAt(this.trace, time)
    if (!seen) return
    this.marker.setPose(mapPose(seen.extrinsicMatrix, seen.intrinsicMatrix))
    this.showTrail(time)
  }

  /** Shows nobody, because where they are is unknown; the way that they had come stays. */
  leave(time: number): void {
    this.camera.clear()
    this.marker.leave()
    this.showTrail(time)
  }

  private showTrail(time: number): void {
    this.marker.showTrail(this.visits.filter(({ start }) => start <= time).map(({ viewpointId }) => viewpointId))
  }
}
