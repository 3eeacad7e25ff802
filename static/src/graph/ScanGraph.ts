import type { ScanView, ViewpointView } from '../api/types'
import { type Direction, directionOf } from './angles'

/** Camera height above the floor (metres) where the scan gives none; real heights differ little from it. */
const TYPICAL_HEIGHT = 1.6

/** Answers questions about a scan's viewpoints and their relative positions. World frame, z up. */
export class ScanGraph {
  private readonly viewpoints: ReadonlyMap<string, ViewpointView>

  constructor(scan: ScanView) {
    this.viewpoints = new Map(scan.viewpoints.map((viewpoint) => [viewpoint.viewpoint_id, viewpoint]))
  }

  viewpoint(viewpointId: string): ViewpointView {
    const viewpoint = this.viewpoints.get(viewpointId)
    if (!viewpoint) throw new Error(`This scan has no viewpoint ${viewpointId}.`)
    return viewpoint
  }

  neighbors(viewpointId: string): ViewpointView[] {
    return this.viewpoint(viewpointId).neighbors.map((neighbor) => this.viewpoint(neighbor))
  }

  /** The point on the floor below a viewpoint's camera. */
  floor(viewpointId: string): [number, number, number] {
    const { position, height } = this.viewpoint(viewpointId)
    return [position[0], position[1], position[2] - (height ?? TYPICAL_HEIGHT)]
  }

  direction(fromId: string, toId: string): Direction {
    const [from, to] = [this.viewpoint(fromId).position, this.viewpoint(toId).position]
    return directionOf(to[0] - from[0], to[1] - from[1], to[2] - from[2])
  }

  /** Metres between two cameras. */
  distance(fromId: string, toId: string): number {
    const [from, to] = [this.viewpoint(fromId).position, this.viewpoint(toId).position]
    return Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2])
  }
}
