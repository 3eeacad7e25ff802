import type { Direction } from '../graph/angles'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import type { Region } from '../regions/shapes'
import type { Vector } from '../regions/vectors'
import type { OverPicture } from '../viewer/types'
import { EdgeTurn } from './EdgeTurn'
import { boxOfCorners, type Grip, pulled } from './geometry/boxes'
import { type Look, lookOf, vectorOf } from './geometry/polygons'
import { type Place, Sight } from './geometry/Sight'
import { distance } from './Pointers'

/** What a stroke makes: a point where it ends, a box from corner to corner, or what it makes of a region by one of its handles. */
export type Make = 'point' | 'box' | ((to: Vector) => Region | null)

interface StrokeParts {
  readonly from: Place
  /** The point of a handle that is held; the pointer may be beside it. */
  readonly held: Vector | null
  readonly make: Make
  readonly aim: (direction: Direction) => void
}

/** One pointer from its press to its release; the camera may turn meanwhile. */
export class Stroke extends Emitter<{ change: null }> {
  readonly make: Make
  private readonly scope: Scope
  private readonly edge: EdgeTurn
  private readonly start: Vector
  /** From the pointer to what it holds, in pixels. */
  private readonly beside: Place
  private at: Place
  private far = 0
  private made: Region | null = null

  constructor(
    parent: Scope,
    private readonly over: OverPicture,
    private readonly parts: StrokeParts,
  ) {
    super()
    this.scope = new Scope(parent)
    this.make = parts.make
    this.at = parts.from
    const held = parts.held && this.sight.place(parts.held)
    this.beside = held ? { x: held.x - parts.from.x, y: held.y - parts.from.y } : { x: 0, y: 0 }
    this.start = vectorOf(this.look)
    this.edge = new EdgeTurn(this.scope, over, parts.from, (direction) => {
      parts.aim(direction)
      this.remake()
    })
  }

  /** Where it points now. */
  get look(): Look {
    return this.sight.look({ x: this.at.x + this.beside.x, y: this.at.y + this.beside.y })
  }

  /** What it has made so far; null where that is nothing. */
  get shape(): Region | null {
    return this.made
  }

  /** Whether it holds a handle. */
  get pulls(): boolean {
    return typeof this.make === 'function'
  }

  /** Pixels that it has been away from its beginning at most. */
  get length(): number {
    return this.far
  }

  follow(place: Place): void {
    this.at = place
    this.far = Math.max(this.far, distance(place, this.parts.from))
    this.edge.follow(place)
    this.remake()
  }

  end(): void {
    this.scope.dispose()
    this.removeHandlers()
  }

  private remake(): void {
    const to = vectorOf(this.look)
    const made = this.make === 'point' ? null : this.make === 'box' ? boxOfCorners(this.start, to) : this.make(to)
    // Where a handle can make nothing, it stays where it was.
    this.made = made ?? (this.make === 'box' ? null : this.made)
    this.emit('change', null)
  }

  private get sight(): Sight {
    return new Sight(this.over.stage.camera, this.over.stage.size)
  }
}

/** What becomes of a region when one of its handles is taken somewhere. */
export function pulledBy(shape: Region, grip: string): (to: Vector) => Region | null {
  if (shape.kind === 'view') return (to) => pulled(shape, grip as Grip, to)
  if (shape.kind !== 'polygon') return () => shape
  return (to) => ({ kind: 'polygon', points: shape.points.with(Number(grip), lookOf(to)) })
}
