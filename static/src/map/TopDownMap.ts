import type { ScanView } from '../api/types'
import { html, svg } from '../kit/dom/html'
import { chosenLanguage } from '../kit/messages/interfaceLanguage'
import { t } from '../kit/messages/messages'
import { drawnMatrix } from './lyingPlan'
import { fitMap, type MapFrame, type MapPoint, scaleBarMetres } from './mapProjection'
import type { MapBox } from './MapView'
import { MapMarks } from './MapMarks'
import { type MapPose, MapWalker } from './MapWalker'
import { type RoomLabel, roomLabels, roomsWithout, viewpointLabels } from './roomLabels'
import { type Storey, storeyAt, storeysOf } from './storeys'

interface MapPaths {
  readonly reference: readonly string[]
  readonly walked: readonly string[]
  /** Shows the whole scan, although there are paths. */
  readonly whole?: boolean
}

export const MAP_SIZE = { width: 320, height: 240, margin: 26 }
const EYE_HEIGHT = 1.6
const SCALE_BAR_ROOM = 70
/** Typical width of a letter of a room's name, in the map's units; `map.css` has its size. */
const LETTER_WIDTH = 5.2

/**
 * A scan from above, one storey at a time: its walls and rooms where it has a plan of them, its navigation graph, a
 * reference path, the path that was walked, and the camera. Fitted to the paths, or to the whole scan.
 */
export class TopDownMap {
  readonly element = svg('svg', { class: 'map', role: 'img', viewBox: `0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}` })
  /** The person that the map is about. */
  readonly walker: MapWalker
  /** What else is on the map. */
  readonly marks = new MapMarks({ place: (x, y) => this.at(x, y), shows: (z) => this.storeyOf(z) === this.shownStorey })
  private readonly places: ReadonlyMap<string, ScanView['viewpoints'][number]>
  private readonly storeys: readonly { z: number; group: SVGElement; viewpointIds: ReadonlySet<string> }[]
  private readonly others = svg('g')
  private readonly frame: MapFrame
  private readonly scaleBar = svg('g')
  private readonly labels: { readonly element: SVGElement; readonly room: number }[] = []
  private shownStorey = 0

  constructor(
    private readonly scan: Pick<ScanView, 'viewpoints' | 'floor_plan' | 'rooms' | 'plans'>,
    private readonly paths: MapPaths = { reference: [], walked: [] },
  ) {
    this.places = new Map(scan.viewpoints.map((viewpoint) => [viewpoint.viewpoint_id, viewpoint]))
    const onPaths = this.found([...paths.reference, ...paths.walked])
    this.frame = fitMap(onPaths.length > 0 && !paths.whole ? onPaths.map(({ position }) => position) : extent(scan), MAP_SIZE)
    const storeys = storeysOf(scan.viewpoints, scan.floor_plan)
    const starts = storeys.map(({ z }) => z)
    this.storeys = storeys.map((storey, index) => ({ ...storey, group: this.drawStorey(storey, (scan.plans ?? []).filter(({ z }) => storeyAt(starts, z) === index)) }))
    this.walker = this.makeWalker('own')
    this.element.append(
      svg('title', {}, t('viewer.map')),
      ...this.storeys.map(({ group }) => group),
      ...this.drawReference(),
      svg('path', { class: 'map-walked', d: this.line(paths.walked) }),
      this.marks.element,
      this.others,
      this.walker.element,
      this.scaleBar,
    )
    this.look({ x: 0, y: 0, ...MAP_SIZE })
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
  legend(lines: { readonly reference: string; readonly walked: string }, camera: string, other: { readonly name: string; readonly label: string } | null = null): HTMLElement {
    const entry = (name: string, label: string) => html('li', { class: `map-legend-${name}` }, label)
    const reference = this.paths.reference.length > 0 ? [entry('reference', lines.reference)] : []
    const others = other ? [entry(other.name, other.label)] : []
    return html('ul', { class: 'map-legend' }, ...reference, entry('walked', lines.walked), entry('camera', camera), ...others)
  }

  /** Shows the storey of a camera at this height; metres. */
  showStorey(cameraHeight: number): void {
    this.turnTo(this.storeyOf(cameraHeight))
  }

  /** Which of its storeys is shown, from 0. */
  get storey(): number {
    return this.shownStorey
  }

  get storeyCount(): number {
    return this.storeys.length
  }

  /** The viewpoints of the storey that is shown, and where they are on the map. */
  get shown(): readonly { readonly id: string; readonly at: MapPoint }[] {
    const ids = this.storeys[this.shownStorey]?.viewpointIds ?? new Set<string>()
    return this.found([...ids]).map(({ viewpoint_id: id, position: [x, y] }) => ({ id, at: this.at(x, y) }))
  }

  /** Shows a storey, the lowest being 0, wherever the camera is. */
  turnTo(storey: number): void {
    this.shownStorey = storey
    this.storeys.forEach(({ group }, index) => group.toggleAttribute('data-shown', index === storey))
    this.marks.fade()
  }

  /** Shows a part of the map, in its own units; lines and letters stay as large as they are. */
  look({ x, y, width, height }: MapBox): void {
    const zoom = MAP_SIZE.width / width
    this.element.setAttribute('viewBox', [x, y, width, height].map((value) => value.toFixed(2)).join(' '))
    this.element.style.setProperty('--map-zoom', zoom.toFixed(3))
    this.scaleBar.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${(1 / zoom).toFixed(4)})`)
    this.scaleBar.replaceChildren(...this.drawScaleBar(zoom))
    for (const { element, room } of this.labels) element.toggleAttribute('data-fits', room * zoom >= textWidth(element))
  }

  private storeyOf(cameraHeight: number): number {
    const starts = this.storeys.map(({ z }) => z)
    return storeyAt(starts, cameraHeight - EYE_HEIGHT)
  }

  private makeWalker(name: string): MapWalker {
    return new MapWalker(name, (x, y) => this.frame.place(x, y), (viewpointIds) => this.line(viewpointIds))
  }

  private found(viewpointIds: readonly string[]): ScanView['viewpoints'] {
    return viewpointIds.flatMap((viewpointId) => this.places.get(viewpointId) ?? [])
  }

  /** A place of the world (metres) on the map, in the map's own units. */
  at(x: number, y: number): MapPoint {
    return this.frame.place(x, y)
  }

  private written([x = 0, y = 0]: readonly number[]): string {
    const place = this.frame.place(x, y)
    return `${place.x.toFixed(1)} ${place.y.toFixed(1)}`
  }

  private through(points: readonly (readonly number[])[]): string {
    return points.length > 0 ? `M${points.map((point) => this.written(point)).join('L')}` : ''
  }

  private line(viewpointIds: readonly string[]): string {
    return this.through(this.found(viewpointIds).map(({ position }) => position))
  }

  private drawStorey({ floor, viewpointIds }: Storey, pictures: NonNullable<ScanView['plans']>): SVGElement {
    const { walls = [], rooms = [], stairs = [], free = [] } = floor ?? {}
    const areas = (outlines: (readonly (readonly number[])[])[]) => outlines.map((outline) => `${this.through(outline)}Z`).join('')
    return svg(
      'g',
      { class: 'map-storey' },
      svg('path', { class: 'map-rooms', d: areas([...rooms.map(({ outline }) => outline), ...free]) }),
      ...pictures.map((picture) => svg('image', { class: 'map-picture', href: picture.address, width: picture.width, height: picture.height, transform: drawnMatrix(picture, this.frame) })),
      svg('path', { class: 'map-stairs', d: areas([...stairs]) }),
      svg('path', { class: 'map-walls', d: walls.map((wall) => this.through(wall)).join('') }),
      this.drawEdges(viewpointIds),
      ...this.drawNames(this.labelsOf(rooms, viewpointIds)),
      this.drawDots(viewpointIds), // Over the names, which must not hide a place.
    )
  }

  /** What was said of viewpoints comes before what the plan says. */
  private labelsOf(planned: NonNullable<Storey['floor']>['rooms'], viewpointIds: ReadonlySet<string>): RoomLabel[] {
    const { rooms = [] } = this.scan
    const here = this.found([...viewpointIds])
    const named = here.filter(({ viewpoint_id: id }) => rooms.some(({ viewpoint_ids: ids }) => ids.includes(id)))
    return [...roomLabels(roomsWithout(planned, named), chosenLanguage()), ...viewpointLabels(rooms, here, chosenLanguage())]
  }

  private drawNames(labels: readonly RoomLabel[]): SVGElement[] {
    return labels.map(({ name, x, y, width }) => {
      const place = this.frame.place(x, y)
      const element = svg('text', { class: 'map-room-name', x: place.x.toFixed(1), y: place.y.toFixed(1) }, name)
      this.labels.push({ element, room: width * this.frame.scale })
      return element
    })
  }

  private drawEdges(viewpointIds: ReadonlySet<string>): SVGElement {
    const viewpoints = this.found([...viewpointIds])
    const edges = viewpoints.flatMap(({ viewpoint_id: id, position, neighbors }) =>
      neighbors.filter((other) => other > id && viewpointIds.has(other)).map((other) => this.through([position, ...this.found([other]).map((there) => there.position)])),
    )
    return svg('path', { class: 'map-edges', d: edges.join('') })
  }

  private drawDots(viewpointIds: ReadonlySet<string>): SVGElement {
    const dots = this.found([...viewpointIds]).map(({ position }) => `M${this.written(position)}h0`)
    return svg('path', { class: 'map-viewpoints', d: dots.join('') })
  }

  private drawReference(): SVGElement[] {
    const line = svg('path', { class: 'map-reference', d: this.line(this.paths.reference) })
    const goal = this.found(this.paths.reference).at(-1)
    if (!goal) return [line]
    return [line, svg('circle', { class: 'map-goal', transform: `translate(${this.written(goal.position)})`, r: 8 })]
  }

  private drawScaleBar(zoom: number): SVGElement[] {
    const scale = this.frame.scale * zoom
    const metres = scaleBarMetres(scale, SCALE_BAR_ROOM)
    const [left, bottom] = [10, MAP_SIZE.height - 10]
    return [
      svg('path', { class: 'map-scale', d: `M${left} ${bottom - 4}v4h${(metres * scale).toFixed(1)}v-4` }),
      svg('text', { class: 'map-scale-label', x: left + 4, y: bottom - 5 }, `${metres} m`),
    ]
  }
}

/** How wide a name is, about, where the map is not zoomed. */
const textWidth = ({ textContent }: SVGElement): number => textContent.length * LETTER_WIDTH

/** The extent of a scan that is shown without paths. */
function extent({ viewpoints, floor_plan: plan }: Pick<ScanView, 'viewpoints' | 'floor_plan'>): (readonly number[])[] {
  const corners = (plan?.floors ?? []).flatMap(({ walls, rooms }) => [...walls.flat(), ...rooms.flatMap(({ outline }) => outline)])
  return [...viewpoints.map(({ position }) => position), ...corners]
}
