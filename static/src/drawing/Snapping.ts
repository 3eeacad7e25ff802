import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import type { Region } from '../regions/shapes'
import { refusalOf } from './geometry/refusals'
import type { DrawnRegion } from './history/drawn'

/** Finds a better region for one that was drawn, such as the edges of the thing in it. Rejects if there is none. */
export type Snap = (drawn: DrawnRegion, signal: AbortSignal) => Promise<Region>

interface SnappingEvents {
  change: null
  failed: 'slow' | 'none'
  found: Region
}

/** Asks for a better region, and holds it until a person takes it or leaves it. */
export class Snapping extends Emitter<SnappingEvents> {
  private asking: Scope | null = null
  private better: Region | null = null

  constructor(
    private readonly scope: Scope,
    private readonly snap: Snap,
    /** Seconds within which an answer is of use. */
    readonly deadline: number,
  ) {
    super()
  }

  get waiting(): boolean {
    return this.asking !== null
  }

  /** What was found, and is not decided on. */
  get preview(): Region | null {
    return this.better
  }

  ask(drawn: DrawnRegion): void {
    this.leave()
    const asking = new Scope(this.scope)
    this.asking = asking
    asking.timeout(this.deadline, () => this.fail(asking, 'slow'))
    this.snap(drawn, asking.signal).then(
      (better) => this.show(asking, better),
      () => this.fail(asking, 'none'),
    )
    this.emit('change', null)
  }

  /** Ends the question, or puts what was found away. */
  leave(): void {
    if (!this.asking && !this.better) return
    this.asking?.dispose()
    this.asking = this.better = null
    this.emit('change', null)
  }

  private show(asking: Scope, better: Region): void {
    if (this.asking !== asking) return
    if (refusalOf(better)) return this.fail(asking, 'none')
    this.leave()
    this.better = better
    this.emit('change', null)
    this.emit('found', better)
  }

  private fail(asking: Scope, why: 'slow' | 'none'): void {
    if (this.asking !== asking) return
    this.leave()
    this.emit('failed', why)
  }
}
