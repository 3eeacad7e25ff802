import { Scope } from '../lifecycle/Scope'
import { smoothstep } from './picture/Scenery'

const DURATION = 0.6

/** The camera on its way: calls `show` with the share of the way that is done, and `arrive` at last. */
export class Travel {
  readonly arrived: Promise<void>
  private readonly scope: Scope
  private resolve: () => void = () => undefined

  constructor(
    parent: Scope,
    private readonly show: (share: number) => void,
    private readonly arrive: () => void,
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
    if (share >= 1) return this.finish()
    this.show(smoothstep(share))
    this.scope.frame((next) => this.advance(start, next))
  }
}
