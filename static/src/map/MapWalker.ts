import { setAttributes, svg } from '../kit/dom/html'
import { viewCone } from './mapProjection'

/** Where a camera is and looks. Metres, world frame; radians, clockwise from +y; `fieldOfView` is horizontal. */
export interface MapPose {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly heading: number
  readonly fieldOfView: number
}

const CONE_RADIUS = 34

/** A person on a map: their camera, its view cone, and the path walked so far. */
export class MapWalker {
  readonly element: SVGElement
  /** Where they are; null while this is unknown. */
  pose: MapPose | null = null
  private readonly trail = svg('path', { class: 'map-trail' })
  private readonly camera = svg('g', { class: 'map-camera', visibility: 'hidden' })
  private readonly cone = svg('path', { class: 'map-cone' })
  private trailLength = 0

  /** `place` gives a world position on the map; `line` draws through viewpoints. */
  constructor(
    name: string,
    private readonly place: (x: number, y: number) => { readonly x: number; readonly y: number },
    private readonly line: (viewpointIds: readonly string[]) => string,
  ) {
    this.camera.append(this.cone, svg('circle', { class: 'map-position', r: 5 }))
    this.element = svg('g', { class: `map-walker map-walker-${name}` }, this.trail, this.camera)
  }

  /** Marks these viewpoints, in this order, as walked by now. */
  showTrail(viewpointIds: readonly string[]): void {
    if (viewpointIds.length === this.trailLength) return
    this.trailLength = viewpointIds.length
    this.trail.setAttribute('d', this.line(viewpointIds))
  }

  /** Puts the camera where it is now. */
  setPose(pose: MapPose): void {
    this.pose = pose
    const { x, y } = this.place(pose.x, pose.y)
    const degrees = (pose.heading * 180) / Math.PI
    this.cone.setAttribute('d', viewCone(CONE_RADIUS, pose.fieldOfView))
    setAttributes(this.camera, {
      transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${degrees.toFixed(2)})`,
      visibility: 'visible',
    })
  }

  /** Removes the person from the map. */
  leave(): void {
    this.pose = null
    this.camera.setAttribute('visibility', 'hidden')
    this.showTrail([])
  }
}

/** Reads a snapshot's matrices (row-major, three.js' frame) as the map needs them (world frame, z up). */
export function mapPose(extrinsicMatrix: readonly number[], intrinsicMatrix: readonly number[]): MapPose {
  const [, , backX = 0, x = 0, , , , y = 0, , , backZ = 1, z = 0] = extrinsicMatrix
  const [focalLength = 1] = intrinsicMatrix
  return { x, y: -z, z: y, heading: Math.atan2(-backX, backZ), fieldOfView: 2 * Math.atan(1 / focalLength) }
}
