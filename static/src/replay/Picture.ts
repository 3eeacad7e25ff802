import type { AnnotationView, PoseTraceView, ScanView } from '../api/types'
import { html } from '../dom/html'
import type { Scope } from '../lifecycle/Scope'
import { mapPose } from '../map/mapPose'
import { TopDownMap } from '../map/TopDownMap'
import { PosePlayer } from '../trace/PosePlayer'
import { rowAt } from '../trace/rowAt'
import type { LoadImage } from '../viewer/picture/TileLoader'
import { type DrawnFrame, Viewer } from '../viewer/Viewer'
import { type Visit, visits } from './visits'

export interface PictureOptions {
  /** The second that is shown first. */
  readonly moment: number
  readonly loadImage: LoadImage
}

/** What the camera saw, in the viewer and on the map. Without a trace both show where the walk began. */
export class Picture {
  readonly element = html('div', { class: 'viewer', 'data-testid': 'viewer' })
  readonly map: TopDownMap
  readonly visits: readonly Visit[]
  private readonly viewer: Viewer
  private readonly player: PosePlayer | null

  constructor(
    scan: ScanView,
    private readonly trace: PoseTraceView | null,
    private readonly view: AnnotationView,
    { moment, loadImage }: PictureOptions,
    scope: Scope,
  ) {
    const viewpointId = trace?.viewpoint_id[rowAt(trace.time, moment).row] ?? view.walked[0] ?? view.reference[0] ?? ''
    this.viewer = new Viewer(this.element, scan, { viewpointId, heading: view.heading, loadImage, navigable: false })
    this.player = trace && new PosePlayer(this.viewer, trace)
    this.visits = trace ? visits(trace.time, trace.viewpoint_id) : []
    this.map = new TopDownMap(scan, view)
    scope.add(() => this.viewer.dispose())
  }

  /** Shows the camera of this second. */
  show(time: number): void {
    if (!this.trace) return
    this.player?.seek(time)
    const { row } = rowAt(this.trace.time, time)
    this.map.setPose(mapPose(this.trace.extrinsic_matrix[row] ?? [], this.trace.intrinsic_matrix[row] ?? []))
    const begun = this.visits.filter(({ start }) => start <= time)
    this.map.showTrail(begun.map(({ viewpointId }) => viewpointId))
  }

  /** Draws a frame and hands it over. */
  capture(use: (drawn: DrawnFrame) => void): void {
    this.viewer.capture(use)
  }

  /** Draws the reference path on the floor, or takes it away; on the map it is always there. */
  showReference(shown: boolean): void {
    this.viewer.showPath(shown ? this.view.reference : null)
  }
}
