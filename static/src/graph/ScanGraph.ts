import type { ScanView, ViewpointView } from '../api/types'

export interface Direction {
  /** Radians, 0 along +y, growing to the right. */
  heading: number
  /** Radians, 0 at the horizon, growing upwards. */
  elevation: number
}

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
}

/** The direction in which a vector of the world frame points. */
export function directionOf(x: number, y: number, z: number): Direction {
  return { heading: Math.atan2(x, y), elevation: Math.atan2(z, Math.hypot(x, y)) }
}

/** The unit vector of the world frame that points there. */
export function unitVector({ heading, elevation }: Direction): [number, number, number] {
  const level = Math.cos(elevation)
  return [Math.sin(heading) * level, Math.cos(heading) * level, Math.sin(elevation)]
}

/** The angle between two directions, in [0, π]. */
export function angleBetween(a: Direction, b: Direction): number {
  const [u, v] = [unitVector(a), unitVector(b)]
  return Math.acos(Math.min(1, Math.max(-1, u[0] * v[0] + u[1] * v[1] + u[2] * v[2])))
}
