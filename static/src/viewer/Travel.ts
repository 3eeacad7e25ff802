import { Scope } from '../kit/lifecycle/Scope'
import type { Stage } from './Stage'

/** Seconds until the camera has arrived. */
const STEP_SECONDS = 0.6
/** Seconds between drawing a frame and seeing it; because of it, even the first frame has moved. */
const LEAD = 1 / 60

/**
 * The camera on its way: calls `show` in every frame with the share of the way that is done, at last with 1, and `arrive`
 * when that was drawn.
 */
export class Travel {
  readonly arrived: Promise<void>
  private readonly scope: Scope
  private resolve: () => void = () => undefined
  private shown = 0

  constructor(
    parent: Scope,
    stage: Stage,
    private readonly show: (share: number) => void,
    private readonly arrive: () => void,
  ) {
    this.scope = new Scope(parent)
    this.arrived = new Promise((resolve) => (this.resolve = resolve))
    const start = performance.now() / 1000
    // A frame's own time may lie before the step that was asked for within it.
    this.scope.add(stage.on('frame', (now) => this.advance(Math.max(0, now - start) + LEAD)))
    this.scope.add(stage.on('drawn', () => this.shown === 1 && this.finish()))
    // A page that is hidden in the middle of a step has no frames.
    this.scope.timeout(2 * STEP_SECONDS, () => this.finish())
    stage.invalidate()
  }

  /** Ends the way at once. */
  finish(): void {
    if (this.scope.disposed) return
    this.scope.dispose()
    this.arrive()
    this.resolve()
  }

  private advance(seconds: number): void {
    this.shown = easeOut(Math.min(1, seconds / STEP_SECONDS))
    this.show(this.shown)
  }
}

/** Fast at first, because a person asked for the step, and slow at the end. */
const easeOut = (share: number): number => 1 - (1 - share) ** 2
