import type { EdgeDoubt, EditedPlace, LyingPlan, Spot } from '../../api/EditClient'
import { svg } from '../../kit/dom/html'
import { Emitter } from '../../kit/lifecycle/Emitter'
import type { Scope } from '../../kit/lifecycle/Scope'
import { chosenLanguage } from '../../kit/messages/interfaceLanguage'
import { drawInto } from '../../kit/view/drawing'
import { MapGestures } from '../../map/MapGestures'
import { drawnMatrix, placeOf } from '../../map/lyingPlan'
import { fitMap, type MapFrame, type MapPoint, scaleBarMetres } from '../../map/mapProjection'
import { MAP_ZOOMS, MapView } from '../../map/MapView'
import { viewpointLabels } from '../../map/roomLabels'
import { type LaidPicture, lyingInMiddle, type PlanPicture, worldOf } from './planPictures'

interface PlanEvents {
  /** A viewpoint was pressed; `from` where it is to be the one that others are seen from. */
  choose: { viewpointId: string; from: boolean }
  /** A viewpoint was dragged to a place, in metres; `part`: with all that is joined to it. */
  move: { viewpointId: string; x: number; y: number; part: boolean }
  /** The ground was pressed, in metres. */
  ground: MapPoint
}

/** What is drawn of a place. */
export interface PlanView {
  readonly place: EditedPlace
  readonly shown: ReadonlySet<string>
  readonly from: string | null
  readonly subject: string
  readonly edge: EdgeDoubt | null
  /** The viewpoints of the room that is being named. */
  readonly inRoom: ReadonlySet<string>
  readonly pictures: readonly LaidPicture[]
  /** Points that were pressed, in metres. */
  readonly points: readonly MapPoint[]
  /** Whether one of the pictures is being laid. */
  readonly isLaying: boolean
  /** Whether the ground is pressed also where viewpoints are. */
  readonly ground: boolean
}


const SIZE = { width: 340, height: 250, margin: 30 }
/** Pixels; a pointer that moves less presses. */
const SLOP = 4
const WEDGE = 17

/** A storey from above: viewpoints that can be dragged, where their pictures look, and edges by how sure they are. */
export class Plan extends Emitter<PlanEvents> {
  readonly element = svg('svg', { class: 'edit-plan', role: 'application', tabindex: 0, viewBox: `0 0 ${SIZE.width} ${SIZE.height}` })
  private readonly view = new MapView(SIZE)
  private frame: MapFrame = fitMap([], SIZE)
  private fitted: ReadonlySet<string> = new Set()
  private readonly show = drawInto(this.element)
  private ground: (MapPoint & { moved: boolean }) | null = null
  private drag: { readonly id: string; readonly group: SVGGElement; readonly from: MapPoint; readonly transform: string; moved: boolean } | null = null

  constructor(
    scope: Scope,
    label: string,
  ) {
    super()
    this.element.setAttribute('aria-label', label)
    this.element.dataset.testid = 'plan'
    const gestures = new MapGestures(scope, this.element as unknown as HTMLElement, this.element)
    gestures.on('zoom', ({ factor, at }) => {
      this.view.zoomTo(this.view.zoom * factor, at)
      this.look()
    })
    gestures.on('pan', ({ x, y }) => {
      this.view.panBy(-x, -y)
      this.look()
    })
    gestures.on('nudge', ({ x, y }) => {
      this.view.panBy(x * 30, y * 30)
      this.look()
    })
    gestures.on('all', () => {
      this.view.zoomTo(MAP_ZOOMS.least)
      this.look()
    })
    scope.listen(this.element, 'pointerdown', ({ button, isPrimary, clientX: x, clientY: y }) => (this.ground = button === 0 && isPrimary ? { x, y, moved: false } : null))
    scope.listen(this.element, 'pointermove', (event) => this.pull(event))
    scope.listen(this.element, 'pointerup', (event) => this.drop(event))
    scope.listen(this.element, 'pointercancel', () => (this.drag = this.ground = null))
  }

  /** Picks what is in the middle, for who uses keys. */
  pickMiddle(): void {
    const { x, y, width, height } = this.view.box
    this.emit('ground', worldOf(this.frame, { x: x + width / 2, y: y + height / 2 }))
  }

  /** How a picture is shown that nobody has laid yet. */
  middleFor(picture: PlanPicture, z: number): LyingPlan {
    return lyingInMiddle(picture, this.frame, SIZE, z)
  }

  draw(view: PlanView): void {
    const spots = view.place.viewpoints.filter(({ viewpoint_id: id }) => view.shown.has(id))
    this.fit(spots, view)
    this.element.dataset.ground = String(view.ground)
    const at = new Map(spots.map((spot) => [spot.viewpoint_id, this.frame.place(spot.position[0], spot.position[1])]))
    this.show(
      <>
        {view.pictures.map(({ picture: { url, width, height }, lies }) => (
          <image key={url} class="edit-plan-picture" href={url} width={width} height={height} transform={drawnMatrix(lies, this.frame)} />
        ))}
        {view.place.edges.map((edge) => (
          <Line key={`${edge.a} ${edge.b}`} edge={edge} from={at.get(edge.a)} to={at.get(edge.b)} current={edge === view.edge} />
        ))}
        {viewpointLabels(view.place.rooms, spots, chosenLanguage()).map(({ name, x, y }) => (
          <RoomName key={name} name={name} at={this.frame.place(x, y)} />
        ))}
        {spots.map((spot) => (
          <Dot key={spot.viewpoint_id} spot={spot} at={at.get(spot.viewpoint_id) ?? { x: 0, y: 0 }} view={view} press={(event) => this.press(event, spot.viewpoint_id)} />
        ))}
        {view.points.map(({ x, y }, index) => (
          <path key={index} class="edit-plan-point" data-testid="plan-point" d={`M${written(this.frame.place(x, y))}m-6 0h12m-6 -6v12`} />
        ))}
        <ScaleBar scale={this.frame.scale} />
      </>,
    )
    this.look()
  }

  /** Anew for another storey, or where something would be outside. */
  private fit(spots: readonly Spot[], { shown, pictures, isLaying }: PlanView): void {
    const same = shown.size > 0 && [...this.fitted].some((id) => shown.has(id))
    const corners = isLaying ? [] : pictures.flatMap(cornersOf) // while one is being laid, what is pressed stays where it is
    const extent = [...spots.map(({ position: [x, y] }) => [x, y] as const), ...corners]
    const inside = extent.every(([x, y]) => {
      const at = this.frame.place(x, y)
      return at.x >= 8 && at.y >= 8 && at.x <= SIZE.width - 8 && at.y <= SIZE.height - 8
    })
    if (same && inside) return
    this.fitted = shown
    this.frame = fitMap(extent, SIZE)
  }

  private press(event: PointerEvent, id: string): void {
    const group = event.currentTarget
    if (event.button !== 0 || !(group instanceof SVGGElement)) return
    event.stopPropagation()
    this.ground = null
    this.element.setPointerCapture(event.pointerId)
    this.drag = { id, group, from: { x: event.clientX, y: event.clientY }, transform: group.getAttribute('transform') ?? '', moved: false }
  }

  private pull({ clientX, clientY }: PointerEvent): void {
    const { drag, ground } = this
    if (ground && Math.hypot(clientX - ground.x, clientY - ground.y) > SLOP) ground.moved = true
    if (!drag) return
    if (Math.hypot(clientX - drag.from.x, clientY - drag.from.y) > SLOP) drag.moved = true
    if (drag.moved) drag.group.setAttribute('transform', `translate(${written(this.own(clientX, clientY))})`)
  }

  private drop({ clientX, clientY, shiftKey }: PointerEvent): void {
    const { drag, ground } = this
    this.drag = this.ground = null
    if (ground && !ground.moved) this.emit('ground', worldOf(this.frame, this.own(clientX, clientY)))
    if (!drag) return
    if (!drag.moved) {
      this.emit('choose', { viewpointId: drag.id, from: shiftKey })
      return
    }
    drag.group.setAttribute('transform', drag.transform) // where it is until the server has moved it
    this.emit('move', { viewpointId: drag.id, ...worldOf(this.frame, this.own(clientX, clientY)), part: shiftKey })
  }

  /** A point of the page in the plan's own units. */
  private own(x: number, y: number): MapPoint {
    const point = new DOMPoint(x, y).matrixTransform(this.element.getScreenCTM()?.inverse())
    return { x: point.x, y: point.y }
  }

  private look(): void {
    const { x, y, width, height } = this.view.box
    this.element.setAttribute('viewBox', [x, y, width, height].map((value) => value.toFixed(2)).join(' '))
  }
}

/** From this doubt on an edge is drawn as a doubtful one, as `pangea env map` names it. */
const DOUBTFUL = 0.1

function cornersOf({ picture: { width, height }, lies }: LaidPicture): (readonly [number, number])[] {
  const corners = [{ x: 0, y: 0 }, { x: width, y: 0 }, { x: 0, y: height }, { x: width, y: height }]
  return corners.map((corner) => placeOf(lies, corner)).map(({ x, y }) => [x, y])
}

interface LineProps {
  readonly edge: EdgeDoubt
  readonly from: MapPoint | undefined
  readonly to: MapPoint | undefined
  readonly current: boolean
}

function Line({ edge: { doubt, kept }, from, to, current }: LineProps) {
  if (!from || !to) return null
  const look = kept ? 'kept' : (doubt ?? 0) >= DOUBTFUL ? 'doubtful' : 'open'
  return <path class={`edit-edge edit-edge-${look}${current ? ' edit-edge-current' : ''}`} d={`M${written(from)}L${written(to)}`} />
}

/** A flag where paths start, a cross where none leads. */
const USES = { start: 'M4 -4v-13l9 4l-9 4', never: 'M-8 -8L8 8M8 -8L-8 8' } as const

interface DotProps {
  readonly spot: Spot
  readonly at: MapPoint
  readonly view: PlanView
  readonly press: (event: PointerEvent) => void
}

function Dot({ spot: { viewpoint_id: id, heading, use }, at, view: { from, subject, inRoom }, press }: DotProps) {
  const look = id === subject ? 'subject' : id === from ? 'from' : 'plain'
  return (
    <g class={`edit-spot edit-spot-${look}`} transform={`translate(${written(at)})`} data-testid={`spot-${id}`} onPointerDown={press}>
      <title>{id}</title>
      {heading !== null && <path class="edit-wedge" d={`M0 0L-7 -${WEDGE}A18 18 0 0 1 7 -${WEDGE}Z`} transform={`rotate(${((heading * 180) / Math.PI).toFixed(1)})`} />}
      {inRoom.has(id) && <circle class="edit-in-room" r={11} />}
      <circle r={look === 'plain' ? 5 : 6.5} />
      {use !== 'pass' && <path class={`edit-use edit-use-${use}`} d={USES[use]} />}
      {look !== 'plain' && <text y={20}>{id}</text>}
    </g>
  )
}

function RoomName({ name, at: { x, y } }: { readonly name: string; readonly at: MapPoint }) {
  return (
    <text class="edit-room-name" x={x.toFixed(1)} y={(y - 14).toFixed(1)}>
      {name}
    </text>
  )
}

function ScaleBar({ scale }: { readonly scale: number }) {
  const metres = scaleBarMetres(scale, 70)
  return (
    <g class="edit-scale">
      <path d={`M10 ${SIZE.height - 14}v4h${(metres * scale).toFixed(1)}v-4`} />
      <text x={14} y={SIZE.height - 15}>{`${metres} m`}</text>
    </g>
  )
}

const written = ({ x, y }: MapPoint): string => `${x.toFixed(1)} ${y.toFixed(1)}`
