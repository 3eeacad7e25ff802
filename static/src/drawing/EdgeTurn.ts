import type { Direction } from '../graph/angles'
import { radians } from '../graph/angles'
import { Scope } from '../kit/lifecycle/Scope'
import type { OverPicture } from '../viewer/types'
import type { Place } from './geometry/Sight'

/** Pixels from the picture's edge within which it turns, and at which it turns in any case. */
const WITHIN = 40
const AT_ONCE = 4
const FASTEST = radians(70)
const SLOWEST_LEVEL = 0.3
/** A frame that comes late does not turn the camera by more than this (seconds). */
const LONGEST_FRAME = 0.1

/** Turns the camera while something is dragged to the picture's edge, so that one stroke reaches as far as one likes. */
export class EdgeTurn {
  private readonly scope: Scope
  private place: Place
  /** A stroke that begins near the edge does not turn before it was away from it. */
  private armed = false
  private last: number | null = null

  constructor(
    parent: Scope,
    private readonly over: OverPicture,
    from: Place,
    private readonly aim: (direction: Direction) => void,
  ) {
    this.scope = new Scope(parent)
    this.place = from
  }

  follow(place: Place): void {
    this.place = place
    const [x, y] = this.pulls
    if (x === 0 && y === 0) this.armed = true
    else if (this.last === null && this.canTurn) this.turn()
  }

  end(): void {
    this.scope.dispose()
  }

  private turn(): void {
    this.last ??= performance.now() / 1000
    this.scope.frame((time) => {
      const [right, up] = this.pulls
      const since = Math.min(LONGEST_FRAME, Math.max(0, time - (this.last ?? time)))
      this.last = null
      if (!this.canTurn || (right === 0 && up === 0)) return
      const { heading, elevation } = this.over.view()
      const level = Math.max(SLOWEST_LEVEL, Math.cos(elevation))
      this.aim({ heading: heading + (right * since * FASTEST) / level, elevation: elevation + up * since * FASTEST })
      this.last = time
      this.turn()
    })
  }

  private get canTurn(): boolean {
    const { width, height } = this.over.stage.size
    const { x, y } = this.place
    return this.armed || Math.min(x, y, width - x, height - y) < AT_ONCE
  }

  /** How strongly to the right and upwards, each in [-1, 1]. */
  private get pulls(): readonly [number, number] {
    const { width, height } = this.over.stage.size
    return [pull(this.place.x, width), -pull(this.place.y, height)]
  }
}

function pull(at: number, size: number): number {
  const share = (gap: number): number => Math.max(0, Math.min(1, (WITHIN - gap) / WITHIN))
  return share(size - at) - share(at)
}
