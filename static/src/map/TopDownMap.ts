import type { ScanView } from '../api/types'
import { html, svg } from '../kit/dom/html'
import { t } from '../kit/messages/messages'
import { fitMap, type MapFrame, scaleBarMetres } from './mapProjection'
import { type MapPose, MapWalker } from './MapWalker'
import { type Storey, storeyAt, storeysOf } from './storeys'

interface MapPaths {
  readonly reference: readonly string[]
  readonly walked: readonly string[]
}

const MAP_SIZE = { width: 320, height: 240, margin: 26 }
const EYE_HEIGHT = 1.6
const SCALE_BAR_ROOM = 70

/**
 * A scan from above, one storey at a time: its walls and rooms where it has a plan of them, its navigation graph, a
 * reference path, the path that was walked, and the camera. Fitted to the paths; without any, to the whole scan.
 */
export class TopDownMap {
  readonly element = svg('svg', { class: 'map', role: 'img', viewBox: `0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}` })
  /** The person that the map is about. */
  readonly walker: MapWalker
  private readonly places: ReadonlyMap<string, ScanView['viewpoints'][number]>
  private readonly storeys: readonly { z: number; group: SVGElement }[]
  private readonly others = svg('g')
  private readonly frame: MapFrame

  constructor(
    scan: Pick<ScanView, 'viewpoints' | 'floor_plan'>,
    private readonly paths: MapPaths = { reference: [], walked: [] },
  ) {
    this.places = new Map(scan.viewpoints.map((viewpoint) => [viewpoint.viewpoint_id, viewpoint]))
    const onPaths = this.found([...paths.reference, ...paths.walked])
    this.frame = fitMap(onPaths.length > 0 ? onPaths.map(({ position }) => position) : extent(scan), MAP_SIZE)
    this.storeys = storeysOf(scan.viewpoints, scan.floor_plan).map((storey) => ({ z: storey.z, group: this.drawStorey(storey) }))
    this.walker = this.makeWalker('own')
    this.element.append(
      svg('title', {}, t('viewer.map')),
      ...this.storeys.map(({ group }) => group),
      ...this.drawReference(),
      svg('path', { class: 'map-walked', d: this.line(paths.walked) }),
      this.others,
      this.walker.element,
      ...this.drawScaleBar(),
    )
    this.showStorey((onPaths[0] ?? scan.viewpoints[0])?.position[2] ?? 0)
  }

  /** Somebody else who walks here; `name` is their class. */
  addWalker(name: string): MapWalker {
    const walker = this.makeWalker(name)
    this.others.append(walker.element)
    return walker
  }

  /** Puts the camera where it is now, on its storey. */
  setPose(pose: MapPose): void {
    this.walker.setPose(pose)
    this.showStorey(pose.z)
  }

  /** What the lines mean. `camera` is what the walker is called, `other` who else is on the map. */
  legend(camera = 'camera', other: { readonly name: string; readonly label: string } | null = null): HTMLElement {
    const entry = (name: string, label: string) => html('li', { class: `map-legend-${name}` }, label)
    const reference = this.paths.reference.length > 0 ? [entry('reference', 'reference path')] : []
    const others = other ? [entry(other.name, other.label)] : []
    return html('ul', { class: 'map-legend' }, ...reference, entry('walked', 'walked'), entry('camera', camera), ...others)
  }

  /** Shows the storey of a camera at this height; metres. */
  showStorey(cameraHeight: number): void {
    const starts = this.storeys.map(({ z }) => z)
    const shown = storeyAt(starts, cameraHeight - EYE_HEIGHT)
    this.storeys.forEach(({ group }, index) => group.toggleAttribute('data-shown', index === shown))
  }

  private makeWalker(name: string): MapWalker {
    return new MapWalker(name, (x, y) => this.frame.place(x, y), (viewpointIds) => this.line(viewpointIds))
  }

  private found(viewpointIds: readonly string[]): ScanView['viewpoints'] {
    return viewpointIds.flatMap((viewpointId) => this.places.get(viewpointId) ?? [])
  }

  private at([x = 0, y = 0]: readonly number[]): string {
    const place = this.frame.place(x, y)
    return `${place.x.toFixed(1)} ${place.y.toFixed(1)}`
  }

  private through(points: readonly (readonly number[])[]): string {
    return points.length > 0 ? `M${points.map((point) => this.at(point)).join('L')}` : ''
  }

  private line(viewpointIds: readonly string[]): string {
    return this.through(this.found(viewpointIds).map(({ position }) => position))
  }

  private drawStorey({ floor, viewpointIds }: Storey): SVGElement {
    const { walls = [], rooms = [], stairs = [] } = floor ?? {}
    const areas = (outlines: (readonly (readonly number[])[])[]) => outlines.map((outline) => `${this.through(outline)}Z`).join('')
    return svg(
      'g',
      { class: 'map-storey' },
      svg('path', { class: 'map-rooms', d: areas(rooms.map(({ outline }) => outline)) }),
      svg('path', { class: 'map-stairs', d: areas([...stairs]) }),
      svg('path', { class: 'map-walls', d: walls.map((wall) => this.through(wall)).join('') }),
      ...this.drawGraph(viewpointIds),
    )
  }

  private drawGraph(viewpointIds: ReadonlySet<string>): SVGElement[] {
    const viewpoints = this.found([...viewpointIds])
    const edges = viewpoints.flatMap(({ viewpoint_id: id, position, neighbors }) =>
      neighbors.filter((other) => other > id && viewpointIds.has(other)).map((other) => this.through([position, ...this.found([other]).map((there) => there.position)])),
    )
    const dots = viewpoints.map(({ position }) => `M${this.at(position)}h0`)
    return [
      svg('path', { class: 'map-edges', d: edges.join('') }),
      svg('path', { class: 'map-viewpoints', d: dots.join('') }),
    ]
  }

  private drawReference(): SVGElement[] {
    const line = svg('path', { class: 'map-reference', d: this.line(this.paths.reference) })
    const goal = this.found(this.paths.reference).at(-1)
    if (!goal) return [line]
    return [line, svg('circle', { class: 'map-goal', transform: `translate(${this.at(goal.position)})`, r: 8 })]
  }

  private drawScaleBar(): SVGElement[] {
    const metres = scaleBarMetres(this.frame.scale, SCALE_BAR_ROOM)
    const [left, bottom] = [10, MAP_SIZE.height - 10]
    return [
      svg('path', { class: 'map-scale', d: `M${left} ${bottom - 4}v4h${(metres * this.frame.scale).toFixed(1)}v-4` }),
      svg('text', { class: 'map-scale-label', x: left + 4, y: bottom - 5 }, `${metres} m`),
    ]
  }
}

/** The extent of a scan that is shown without paths. */
function extent({ viewpoints, floor_plan: plan }: Pick<ScanView, 'viewpoints' | 'floor_plan'>): (readonly number[])[] {
  const corners = (plan?.floors ?? []).flatMap(({ walls, rooms }) => [...walls.flat(), ...rooms.flatMap(({ outline }) => outline)])
  return [...viewpoints.map(({ position }) => position), ...corners]
}
