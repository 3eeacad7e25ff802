import { degrees } from '../graph/angles'
import { html } from '../kit/dom/html'
import { chordOf } from '../kit/keys/chords'
import { Emitter } from '../kit/lifecycle/Emitter'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import type { Region } from '../regions/shapes'
import type { Vector } from '../regions/vectors'
import { direction } from '../regions/vectors'
import { type Grip, GRIPS, gripsOf } from './geometry/boxes'
import type { Place, Sight } from './geometry/Sight'
import { distance } from './Pointers'
import { described } from './words'

interface HandleEvents {
  /** An arrow key takes it there, a little way or a very little. */
  nudge: { readonly grip: string; readonly right: number; readonly up: number; readonly fine: boolean; readonly goes: boolean }
  /** A corner of a polygon is to go. */
  remove: string
  /** It has the focus, and may be out of sight. */
  focus: Vector
}

interface Handle {
  readonly name: string
  readonly element: HTMLElement
}

/** Pixels: of a target, and between a small box and its handles, so that they leave what is in it to be seen. */
const TARGET = 24
const SMALL = 3 * TARGET
const ASIDE = 13

const ARROWS: Partial<Record<string, readonly [right: number, up: number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }

/** What the selected region is held at, by pointers and by keys: Tab leads from one handle to the next. */
export class Handles extends Emitter<HandleEvents> {
  private handles: readonly Handle[] = []
  private shape: Region | null = null
  private points: Readonly<Record<string, Vector>> = {}

  constructor(
    scope: Scope,
    private readonly parent: HTMLElement,
  ) {
    super()
    scope.listen(parent, 'keydown', (event) => this.press(event))
    scope.listen(parent, 'focusin', (event) => this.meet(event.target))
    scope.add(() => this.removeHandlers())
  }

  /** Whether one of them has the focus. */
  get focused(): boolean {
    return this.handles.some(({ element }) => element === document.activeElement)
  }

  /** Where a handle holds the region. */
  point(name: string): Vector | null {
    return this.points[name] ?? null
  }

  show(shape: Region | null): void {
    if (shape === this.shape) return
    this.shape = shape
    this.points = shape ? pointsOf(shape) : {}
    const names = Object.keys(this.points)
    const isSame = names.length === this.handles.length && this.handles.every(({ name }, index) => name === names[index])
    if (!isSame) this.make(names)
    if (!shape) return
    const text = described(shape)
    for (const handle of this.handles) describe(handle, shape, text)
  }

  /** Puts them where this camera sees them. */
  arrange(sight: Sight): void {
    const places = this.handles.map(({ name }) => sight.inPicture(this.points[name] ?? direction(0)))
    const [spread, middle] = spreadOf(places)
    const isBox = this.shape?.kind === 'view'
    for (const [index, { name, element }] of this.handles.entries()) {
      const place = places[index] ?? null
      const hides = place === null || (isBox && spread < SMALL && !/[A-Z]/.test(name))
      element.toggleAttribute('data-away', hides)
      const at = place && isBox && spread < SMALL ? aside(place, middle) : place
      if (at) element.style.transform = `translate(${(at.x - TARGET / 2).toFixed(1)}px, ${(at.y - TARGET / 2).toFixed(1)}px)`
    }
  }

  private make(names: readonly string[]): void {
    const focused = this.handles.findIndex(({ element }) => element === document.activeElement)
    for (const { element } of this.handles) element.remove()
    this.handles = names.map((name) => ({ name, element: handleElement(name) }))
    this.parent.append(...this.handles.map(({ element }) => element))
    if (focused !== -1) (this.handles[Math.min(focused, names.length - 1)]?.element ?? this.parent.parentElement)?.focus({ preventScroll: true })
  }

  private press(event: KeyboardEvent): void {
    const handle = this.handles.find(({ element }) => element === event.target)
    if (!handle) return
    const chord = chordOf(event) ?? ''
    const arrow = ARROWS[chord.replace('Shift+', '')]
    if (arrow) this.emit('nudge', { grip: handle.name, right: arrow[0], up: arrow[1], fine: event.shiftKey, goes: event.repeat })
    else if (chord === 'Delete' && this.shape?.kind === 'polygon') this.emit('remove', handle.name)
    else return
    event.preventDefault()
    event.stopPropagation() // the picture stays where it is
  }

  private meet(target: EventTarget | null): void {
    const handle = this.handles.find(({ element }) => element === target)
    const point = handle && this.points[handle.name]
    if (point) this.emit('focus', point)
  }
}

function describe({ name, element }: Handle, shape: Region, text: string): void {
  const isUpright = name === 'top' || name === 'bottom'
  const size = shape.kind === 'view' ? degrees(isUpright ? shape.height : shape.width) : Number(name) + 1
  element.setAttribute('aria-valuenow', String(Math.round(size)))
  element.setAttribute('aria-valuetext', text)
}

function pointsOf(shape: Region): Record<string, Vector> {
  if (shape.kind === 'polygon') return Object.fromEntries(shape.points.map(([heading, elevation], index) => [String(index), direction(heading, elevation)]))
  return shape.kind === 'view' ? gripsInOrder(gripsOf(shape)) : {}
}

const gripsInOrder = (grips: Record<Grip, Vector>): Record<string, Vector> => Object.fromEntries(GRIPS.map((grip) => [grip, grips[grip]]))

function handleElement(name: string): HTMLElement {
  const isGrip = (GRIPS as readonly string[]).includes(name)
  const label = isGrip ? t(`drawing.grips.${name as Grip}`) : t('drawing.grips.corner', { number: Number(name) + 1 })
  const upright = name === 'top' || name === 'bottom'
  return html('div', {
    ...{ class: 'drawing-handle', role: 'slider', tabindex: 0, 'data-grip': name, 'data-testid': `handle-${name}` },
    ...{ 'aria-label': label, 'aria-valuemin': 0, 'aria-valuemax': isGrip ? 180 : 1000, 'aria-orientation': upright ? 'vertical' : 'horizontal' },
  })
}

/** The shorter side of what handles span, and the middle. */
function spreadOf(places: readonly (Place | null)[]): readonly [number, Place] {
  const seen = places.flatMap((place) => place ?? [])
  if (seen.length < places.length || seen.length === 0) return [Infinity, { x: 0, y: 0 }]
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return [Math.min(right - left, bottom - top), { x: (left + right) / 2, y: (top + bottom) / 2 }]
}

function aside(place: Place, middle: Place): Place {
  const far = Math.max(1, distance(place, middle))
  return { x: place.x + ((place.x - middle.x) / far) * ASIDE, y: place.y + ((place.y - middle.y) / far) * ASIDE }
}
