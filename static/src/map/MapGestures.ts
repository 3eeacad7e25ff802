import { Emitter } from '../kit/lifecycle/Emitter'
import type { Scope } from '../kit/lifecycle/Scope'
import { MAP_ZOOMS } from './MapView'
import type { MapPoint } from './mapProjection'

interface GestureEvents {
  /** Closer by this factor; the point `at` of the map stays where it is. */
  zoom: { factor: number; at: MapPoint }
  /** The map was dragged by so many of its own units. */
  pan: MapPoint
  /** A key moves what is seen, in steps. */
  nudge: MapPoint
  /** Show the whole map. */
  all: null
  /** Show another storey, so many higher. */
  climb: number
  /** A place of the map was pressed, and not dragged. */
  press: MapPoint
}

/** A press that strays less far, in pixels of the page, is no drag. */
const STEADY_PIXELS = 6

const NUDGES: Record<string, MapPoint> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** What a person's mouse, fingers and keys on a map mean; none of it reaches the picture below. */
export class MapGestures extends Emitter<GestureEvents> {
  private readonly pointers = new Map<number, MapPoint>()
  /** Where the only finger came down, while it may still be a press. */
  private pressed: MapPoint | null = null

  constructor(
    scope: Scope,
    element: HTMLElement,
    private readonly drawing: SVGSVGElement,
  ) {
    super()
    scope.add(() => this.removeHandlers())
    scope.listen(element, 'pointerdown', (event) => this.press(event, element))
    scope.listen(element, 'pointermove', (event) => this.move(event))
    scope.listen(element, 'pointerup', (event) => this.release(event))
    scope.listen(element, 'pointercancel', ({ pointerId }) => this.pointers.delete(pointerId))
    scope.listen(element, 'wheel', (event) => this.wheel(event), { passive: false })
    scope.listen(element, 'keydown', (event) => this.key(event))
  }

  private press(event: PointerEvent, element: HTMLElement): void {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    const at = { x: event.clientX, y: event.clientY }
    this.pointers.set(event.pointerId, at)
    this.pressed = this.pointers.size === 1 ? at : null
  }

  private release({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    this.pointers.delete(pointerId)
    if (this.pressed && distance(this.pressed, { x, y }) < STEADY_PIXELS) this.emit('press', this.at({ x, y }))
    this.pressed = null
  }

  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1]
    this.pointers.set(event.pointerId, now)
    if (other) this.emit('zoom', { factor: distance(now, other) / Math.max(1, distance(before, other)), at: this.at({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }) })
    else {
      const [from, to] = [this.at(before), this.at(now)]
      this.emit('pan', { x: to.x - from.x, y: to.y - from.y })
    }
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault()
    event.stopPropagation()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY : event.deltaY / 40
    this.emit('zoom', { factor: Math.exp(-lines * 0.08), at: this.at({ x: event.clientX, y: event.clientY }) })
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const action = this.actionOf(event.key)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }

  private actionOf(key: string): (() => void) | null {
    const nudge = NUDGES[key]
    if (nudge) return () => this.emit('nudge', nudge)
    if (key === '+' || key === '=') return () => this.emit('zoom', { factor: MAP_ZOOMS.step, at: this.middle })
    if (key === '-') return () => this.emit('zoom', { factor: 1 / MAP_ZOOMS.step, at: this.middle })
    if (key === '0') return () => this.emit('all', null)
    if (key === 'PageUp') return () => this.emit('climb', 1)
    if (key === 'PageDown') return () => this.emit('climb', -1)
    return null
  }

  private get middle(): MapPoint {
    const { left, top, width, height } = this.drawing.getBoundingClientRect()
    return this.at({ x: left + width / 2, y: top + height / 2 })
  }

  /** A point of the page in the map's own units. */
  private at({ x, y }: MapPoint): MapPoint {
    const { left, top, width } = this.drawing.getBoundingClientRect()
    const box = this.drawing.viewBox.baseVal
    const unit = box.width / Math.max(1, width)
    return { x: box.x + (x - left) * unit, y: box.y + (y - top) * unit }
  }
}

const distance = (a: MapPoint, b: MapPoint): number => Math.hypot(a.x - b.x, a.y - b.y)
