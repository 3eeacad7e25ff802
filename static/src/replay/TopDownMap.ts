import { html } from '../dom/html'
import { setAttributes, svg } from '../monitor/svg'
import { fitMap, type MapFrame, scaleBarMetres, viewCone } from './mapProjection'
import type { Visit } from './visits'

/** What the map needs to know of a viewpoint; `ViewpointView` fits. Metres, world frame, z up. */
export interface MapViewpoint {
  readonly viewpoint_id: string
  readonly position: readonly number[]
  readonly neighbors: readonly string[]
}

/** Where the camera is and looks. Metres, world frame; radians, clockwise from +y; `fieldOfView` is horizontal. */
export interface MapPose {
  readonly x: number
  readonly y: number
  readonly heading: number
  readonly fieldOfView: number
}

const SIZE = { width: 320, height: 240, margin: 26 }
const CONE_RADIUS = 34
/** Viewpoints this much higher or lower than the paths are on another storey; metres. */
const STOREY = 1.5
const SCALE_BAR_ROOM = 70

/**
 * A scan's navigation graph from above, with the reference path, the path that was walked, and the camera.
 * Fitted to the paths; without paths, to the whole scan.
 */
export class TopDownMap {
  readonly element = svg('svg', { class: 'map', role: 'img', viewBox: `0 0 ${SIZE.width} ${SIZE.height}` })
  private readonly places: ReadonlyMap<string, MapViewpoint>
  private readonly trail = svg('path', { class: 'map-trail' })
  private readonly camera = svg('g', { class: 'map-camera', visibility: 'hidden' })
  private readonly cone = svg('path', { class: 'map-cone' })
  private readonly frame: MapFrame
  private begun = 0

  constructor(
    viewpoints: readonly MapViewpoint[],
    private readonly paths: { reference: readonly string[]; walked: readonly string[] },
  ) {
    this.places = new Map(viewpoints.map((viewpoint) => [viewpoint.viewpoint_id, viewpoint]))
    const onPaths = this.found([...paths.reference, ...paths.walked])
    this.frame = fitMap((onPaths.length > 0 ? onPaths : viewpoints).map(({ position }) => position), SIZE)
    this.camera.append(this.cone, svg('circle', { class: 'map-position', r: 5 }))
    this.element.append(
      svg('title', {}, 'The walk from above'),
      ...this.drawGraph(viewpoints, onPaths),
      ...this.drawReference(),
      svg('path', { class: 'map-walked', d: this.line(paths.walked) }),
      this.trail,
      this.camera,
      ...this.drawScaleBar(),
    )
  }

  /** Marks what of these stays has begun by now as walked; seconds. */
  walkTo(stays: readonly Visit[], time: number): void {
    const begun = stays.filter(({ start }) => start <= time).map(({ viewpointId }) => viewpointId)
    if (begun.length === this.begun) return
    this.begun = begun.length
    this.trail.setAttribute('d', this.line(begun))
  }

  /** What the lines mean. */
  legend(): HTMLElement {
    const entry = (name: string, label: string) => html('li', { class: `map-legend-${name}` }, label)
    const entries = [entry('reference', 'reference path'), entry('walked', 'walked'), entry('camera', 'camera')]
    return html('ul', { class: 'map-legend' }, ...entries)
  }

  /** Puts the camera where it is now. */
  setPose({ x, y, heading, fieldOfView }: MapPose): void {
    const place = this.frame.place(x, y)
    const degrees = (heading * 180) / Math.PI
    this.cone.setAttribute('d', viewCone(CONE_RADIUS, fieldOfView))
    setAttributes(this.camera, {
      transform: `translate(${place.x.toFixed(2)} ${place.y.toFixed(2)}) rotate(${degrees.toFixed(2)})`,
      visibility: 'visible',
    })
  }

  private found(viewpointIds: readonly string[]): MapViewpoint[] {
    return viewpointIds.flatMap((viewpointId) => this.places.get(viewpointId) ?? [])
  }

  private at({ position: [x = 0, y = 0] }: MapViewpoint): string {
    const place = this.frame.place(x, y)
    return `${place.x.toFixed(1)} ${place.y.toFixed(1)}`
  }

  private line(viewpointIds: readonly string[]): string {
    const points = this.found(viewpointIds).map((viewpoint) => this.at(viewpoint))
    return points.length > 0 ? `M${points.join('L')}` : ''
  }

  private drawGraph(viewpoints: readonly MapViewpoint[], onPaths: readonly MapViewpoint[]): SVGElement[] {
    const heights = onPaths.map(({ position }) => position[2] ?? 0)
    const here = ({ position: [, , z = 0] }: MapViewpoint) =>
      heights.length === 0 || heights.some((height) => Math.abs(height - z) < STOREY)
    const onStorey = viewpoints.filter(here)
    const edges = onStorey.flatMap((viewpoint) =>
      this.found(viewpoint.neighbors)
        .filter((other) => other.viewpoint_id > viewpoint.viewpoint_id && here(other))
        .map((other) => `M${this.at(viewpoint)}L${this.at(other)}`),
    )
    const dots = onStorey.map((viewpoint) => `M${this.at(viewpoint)}h0`)
    return [
      svg('path', { class: 'map-edges', d: edges.join('') }),
      svg('path', { class: 'map-viewpoints', d: dots.join('') }),
    ]
  }

  private drawReference(): SVGElement[] {
    const line = svg('path', { class: 'map-reference', d: this.line(this.paths.reference) })
    const goal = this.found(this.paths.reference).at(-1)
    if (!goal) return [line]
    return [line, svg('circle', { class: 'map-goal', transform: `translate(${this.at(goal)})`, r: 8 })]
  }

  private drawScaleBar(): SVGElement[] {
    const metres = scaleBarMetres(this.frame.scale, SCALE_BAR_ROOM)
    const [left, bottom] = [10, SIZE.height - 10]
    return [
      svg('path', { class: 'map-scale', d: `M${left} ${bottom - 4}v4h${(metres * this.frame.scale).toFixed(1)}v-4` }),
      svg('text', { class: 'map-scale-label', x: left + 4, y: bottom - 5 }, `${metres} m`),
    ]
  }
}
