import { Emitter } from '../kit/lifecycle/Emitter'
import type { Scope } from '../kit/lifecycle/Scope'
import type { Place } from './geometry/Sight'

interface PointerEvents {
  /** A pointer comes down, on a handle of this name or on the picture. */
  press: { readonly place: Place; readonly grip: string | null }
  move: Place
  release: Place
  /** What the pointer began is to be forgotten. */
  cancel: null
  hover: Place | null
  /** Two fingers dragged the world by so many pixels, and the lens is to be multiplied by this. */
  turn: { readonly x: number; readonly y: number; readonly zoom: number }
}

/** What pointers on a drawing do: one draws, two fingers turn. */
export class Pointers extends Emitter<PointerEvents> {
  private readonly down = new Map<number, Place>()
  private drawing: number | null = null

  constructor(
    scope: Scope,
    private readonly element: HTMLElement,
  ) {
    super()
    scope.listen(element, 'pointerdown', (event) => this.press(event))
    scope.listen(element, 'pointermove', (event) => this.move(event))
    scope.listen(element, 'pointerup', (event) => this.release(event))
    scope.listen(element, 'pointercancel', (event) => this.lose(event))
    // Or a finger that is lifted on the move flings what cannot be scrolled, and the next tap, such as on an answer, only stops that.
    scope.listen(element, 'touchstart', (event) => event.preventDefault())
    scope.listen(element, 'pointerleave', () => this.emit('hover', null))
    scope.add(() => this.removeHandlers())
  }

  /** Lets go of what is under way, such as when the picture is turned by other means. */
  cancel(): void {
    if (this.drawing === null) return
    this.drawing = null
    this.emit('cancel', null)
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return
    this.element.setPointerCapture(event.pointerId)
    const place = this.placeOf(event)
    this.down.set(event.pointerId, place)
    if (this.down.size > 1) return this.cancel()
    this.drawing = event.pointerId
    this.emit('press', { place, grip: event.target instanceof HTMLElement ? (event.target.dataset.grip ?? null) : null })
  }

  private move(event: PointerEvent): void {
    const [place, before] = [this.placeOf(event), this.down.get(event.pointerId)]
    if (!before) return this.emit('hover', place)
    this.down.set(event.pointerId, place)
    const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1]
    if (other) this.emit('turn', { x: (place.x - before.x) / 2, y: (place.y - before.y) / 2, zoom: distance(before, other) / Math.max(1, distance(place, other)) })
    else if (event.pointerId === this.drawing) this.emit('move', place)
  }

  private release(event: PointerEvent): void {
    this.down.delete(event.pointerId)
    if (event.pointerId !== this.drawing) return
    this.drawing = null
    this.emit('release', this.placeOf(event))
  }

  private lose({ pointerId }: PointerEvent): void {
    this.down.delete(pointerId)
    if (pointerId === this.drawing) this.cancel()
  }

  private placeOf({ clientX, clientY }: MouseEvent): Place {
    const { left, top } = this.element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
}

export const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y)
