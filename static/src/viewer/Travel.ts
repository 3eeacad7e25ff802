import { Scope } from '../lifecycle/Scope'
import { smoothstep } from './picture/Scenery'

/** Seconds from the first frame until the camera has arrived. */
const DURATION = 0.6

/**
 * The camera on its way: calls `show` with the share of the way that is done, at last with 1, and `arrive` when that was
 * drawn.
 */
export class Travel {
  readonly arrived: Promise<void>
  private readonly scope: Scope
  private resolve: () => void = () => undefined

  constructor(
    parent: Scope,
    private readonly show: (share: number) => void,
    private readonly arrive: () => void,
    /** Calls back when the next frame was drawn; returns how to take that back. */
    private readonly onDrawn: (then: () => void) => () => void,
  ) {
    this.scope = new Scope(parent)
    this.arrived = new Promise((resolve) => (this.resolve = resolve))
    this.scope.frame((start) => this.advance(start, start))
    // A page that is hidden in the middle of a step has no frames.
    this.scope.timeout(2 * DURATION, () => this.finish())
  }

  /** Ends the way at once. */
  finish(): void {
    if (this.scope.disposed) return
    this.scope.dispose()
    this.arrive()
    this.resolve()
  }

  private advance(start: number, now: number): void {
    const share = (now - start) / DURATION
    this.show(share < 1 ? smoothstep(share) : 1)
    if (share < 1) this.scope.frame((next) => this.advance(start, next))
    else this.scope.add(this.onDrawn(() => this.finish()))
  }
}
