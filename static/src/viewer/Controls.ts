import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import type { Action } from '../kit/keys/actions'
import { actionOf } from '../kit/keys/bindings'
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
/** Seconds of turning that one touch of a key is worth. */
const TAP_SECONDS = 0.02
const KEY_ZOOM = 1.15
const TURNS = {
  lookLeft: [-1, 0],
  lookRight: [1, 0],
  lookUp: [0, 1],
  lookDown: [0, -1],
} as const satisfies Partial<Record<Action, readonly [heading: number, elevation: number]>>

type Turn = keyof typeof TURNS

/** A key that is held down; times in seconds since the page began. */
interface HeldKey {
  turn: Turn
  /** When it counts as released at the earliest. */
  least: number
  /** Up to when the camera has turned for it. */
  turned: number
}

const TURNING = Object.keys(TURNS) as Turn[]
const STEPPING = ['step', 'zoomIn', 'zoomOut'] as const satisfies readonly Action[]

/** What a person's mouse, fingers and keys on the viewer mean. */
export class Controls extends Emitter<ControlEvents> {
  private readonly scope: Scope
  private readonly pointers = new Map<number, ScreenPoint>()
  /** The keys that are held down, by `KeyboardEvent.code`. */
  private readonly held = new Map<string, HeldKey>()
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

  /** Whether a pointer or an arrow key is held down. */
  get busy(): boolean {
    return this.pointers.size > 0 || this.held.size > 0
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
    scope.listen(element, 'keyup', (event) => this.keyUp(event))
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

  /** A button inside the viewer keeps its own keys; looking around goes on while it has the focus. */
  private keyDown(event: KeyboardEvent): void {
    const turn = actionOf(event, TURNING)
    const other = event.target === this.element ? actionOf(event, STEPPING) : null
    if (turn === null && other === null) return
    event.preventDefault()
    if (turn !== null) this.hold(event, turn)
    else if (other !== 'step') this.emit('zoom', other === 'zoomIn' ? 1 / KEY_ZOOM : KEY_ZOOM)
    else if (!event.repeat) this.emit('ahead', null)
  }

  private keyUp({ code, timeStamp }: KeyboardEvent): void {
    const key = this.held.get(code)
    if (!key) return
    this.held.delete(code)
    this.turnUntil(key, Math.max(key.least, timeStamp / 1000))
  }

  /** The camera turns a little even if a key is touched briefly. */
  private hold({ code, timeStamp }: KeyboardEvent, turn: Turn): void {
    if (this.held.has(code)) return
    const down = timeStamp / 1000
    const key = { turn, least: down + TAP_SECONDS, turned: down }
    this.held.set(code, key)
    this.turnUntil(key, key.least)
    if (!this.turning) this.turnHeld()
    this.turning = true
  }

  private turnHeld(): void {
    this.scope.frame((time) => {
      this.turning = this.held.size > 0
      if (!this.turning) return
      for (const key of this.held.values()) this.turnUntil(key, Math.max(key.turned, time))
      this.turnHeld()
    })
  }

  /** By the time for which it was held, however many frames there were; a release that is told of late takes back what was too much. */
  private turnUntil(key: HeldKey, time: number): void {
    const [right, up] = TURNS[key.turn]
    const angle = (time - key.turned) * TURN_SPEED
    key.turned = time
    if (angle !== 0) this.emit('turn', { heading: right * angle, elevation: up * angle })
  }

  private place({ clientX, clientY }: MouseEvent): ScreenPoint {
    const { left, top } = this.element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
}

const distance = (a: ScreenPoint, b: ScreenPoint): number => Math.hypot(a.x - b.x, a.y - b.y)
