import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import { radians } from '../graph/angles'

interface ScreenPoint {
  /** Pixels from the container's top left corner. */
  x: number
  y: number
}

interface ControlEvents {
  /** The world was dragged by so many pixels. */
  drag: ScreenPoint
  /** A key turns the camera by so many radians. */
  turn: { heading: number; elevation: number }
  /** The field of view is to be multiplied by this. */
  zoom: number
  hover: ScreenPoint | null
  click: ScreenPoint
  doubleclick: ScreenPoint
  /** Step to where the camera looks. */
  ahead: null
}

/** A pointer that moves less than this (pixels) clicks. */
const CLICK_SLOP = 5
const TURN_SPEED = radians(75)
/** Seconds of turning that one touch of a key is worth, and the most that a late frame is. */
const TAP_SECONDS = 0.02
const LONGEST_FRAME = 0.1
const KEY_ZOOM = 1.15
const TURNS: Record<string, readonly [heading: number, elevation: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** What a person's mouse, fingers and keys on the viewer mean. */
export class Controls extends Emitter<ControlEvents> {
  private readonly scope: Scope
  private readonly pointers = new Map<number, ScreenPoint>()
  private readonly held = new Set<string>()
  private dragged = 0
  private turning = false

  constructor(
    parent: Scope,
    private readonly element: HTMLElement,
  ) {
    super()
    this.scope = new Scope(parent)
    this.scope.add(() => this.removeHandlers())
    this.watchPointers()
    this.watchKeys()
  }

  private watchPointers(): void {
    const { scope, element } = this
    scope.listen(element, 'pointerdown', (event) => this.press(event))
    scope.listen(element, 'pointermove', (event) => this.move(event))
    scope.listen(element, 'pointerup', (event) => this.release(event))
    scope.listen(element, 'pointercancel', (event) => this.pointers.delete(event.pointerId))
    scope.listen(element, 'pointerleave', () => this.emit('hover', null))
    scope.listen(element, 'dblclick', (event) => this.isPicture(event.target) && this.emit('doubleclick', this.place(event)))
    scope.listen(element, 'wheel', (event) => this.wheel(event), { passive: false })
  }

  private watchKeys(): void {
    const { scope, element } = this
    scope.listen(element, 'keydown', (event) => this.keyDown(event))
    scope.listen(element, 'keyup', ({ key }) => this.held.delete(key))
    scope.listen(element, 'blur', () => this.held.clear())
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return
    if (!this.isPicture(event.target)) return
    this.element.setPointerCapture(event.pointerId)
    if (this.pointers.size === 0) this.dragged = 0
    this.pointers.set(event.pointerId, this.place(event))
  }

  /** Whether the event is on the picture, not on a button or map over it. */
  private isPicture(target: EventTarget | null): boolean {
    return target === this.element || target instanceof HTMLCanvasElement
  }

  private move(event: PointerEvent): void {
    const place = this.place(event)
    const before = this.pointers.get(event.pointerId)
    if (!before) return this.emit('hover', this.isPicture(event.target) ? place : null)
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1]
    this.pointers.set(event.pointerId, place)
    this.dragged += distance(before, place)
    if (other) this.emit('zoom', distance(before, other) / Math.max(1, distance(place, other)))
    else if (this.dragged > CLICK_SLOP) this.emit('drag', { x: place.x - before.x, y: place.y - before.y })
  }

  private release(event: PointerEvent): void {
    if (this.pointers.delete(event.pointerId) && this.dragged <= CLICK_SLOP) this.emit('click', this.place(event))
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY : event.deltaY / 40
    this.emit('zoom', Math.exp(lines * 0.03))
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    // A button inside the viewer keeps its own keys; looking around goes on while it has the focus.
    if (event.target !== this.element && !(event.key in TURNS && !event.shiftKey)) return
    const action = this.keyAction(event)
    if (!action) return
    event.preventDefault()
    action()
  }

  private keyAction({ key, shiftKey, repeat }: KeyboardEvent): (() => void) | null {
    if (key === 'Enter' || key.toLowerCase() === 'w' || (key === 'ArrowUp' && shiftKey))
      return () => repeat || this.emit('ahead', null)
    if (key === '+' || key === '=') return () => this.emit('zoom', 1 / KEY_ZOOM)
    if (key === '-') return () => this.emit('zoom', KEY_ZOOM)
    return key in TURNS ? () => this.hold(key) : null
  }

  /** The camera turns a little even if a key is touched briefly or frames are slow. */
  private hold(key: string): void {
    if (!this.held.has(key)) this.turnBy(TAP_SECONDS, new Set([key]))
    this.held.add(key)
    if (this.turning) return
    this.turning = true
    this.scope.frame((time) => this.turn(time))
  }

  private turn(since: number): void {
    if (this.held.size === 0) return void (this.turning = false)
    this.scope.frame((time) => {
      this.turnBy(Math.min(LONGEST_FRAME, time - since), this.held)
      this.turn(time)
    })
  }

  private turnBy(seconds: number, keys: ReadonlySet<string>): void {
    const along = (axis: 0 | 1) => [...keys].reduce((sum, key) => sum + (TURNS[key]?.[axis] ?? 0), 0)
    this.emit('turn', { heading: along(0) * seconds * TURN_SPEED, elevation: along(1) * seconds * TURN_SPEED })
  }

  private place({ clientX, clientY }: MouseEvent): ScreenPoint {
    const { left, top } = this.element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
}

const distance = (a: ScreenPoint, b: ScreenPoint): number => Math.hypot(a.x - b.x, a.y - b.y)
