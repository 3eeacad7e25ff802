import { type Direction, signedAngle } from '../graph/angles'
import { Scope } from '../kit/lifecycle/Scope'
import { reducedMotion } from '../kit/preferences/motion'
import type { Stage } from './Stage'

const TURN_SECONDS = 0.4

/** A turn of the camera by itself: the short way round, slow at both ends, and at once for people who want less motion. */
export class Turn {
  private readonly scope: Scope

  /** `aim` is called with the direction of each frame, at last with `to`. */
  constructor(
    parent: Scope,
    stage: Stage,
    private readonly from: Direction,
    private readonly to: Direction,
    private readonly aim: (direction: Direction) => void,
  ) {
    this.scope = new Scope(parent)
    if (reducedMotion()) this.finish()
    else this.begin(stage)
  }

  /** Leaves the camera as it is now. */
  stop(): void {
    this.scope.dispose()
  }

  private begin(stage: Stage): void {
    const start = performance.now() / 1000
    stage.turn(true)
    this.scope.add(() => stage.turn(false))
    this.scope.add(stage.on('frame', (now) => this.advance((now - start) / TURN_SECONDS)))
    // A page that is hidden meanwhile has no frames.
    this.scope.timeout(2 * TURN_SECONDS, () => this.finish())
    stage.invalidate()
  }

  private finish(): void {
    this.stop()
    this.aim(this.to)
  }

  /** `time` as a share of the whole turn; a frame's own time may lie before its beginning. */
  private advance(time: number): void {
    if (time >= 1) return this.finish()
    const { from, to } = this
    const share = easeInOut(Math.max(0, time))
    const heading = from.heading + signedAngle(to.heading - from.heading) * share
    this.aim({ heading, elevation: from.elevation + (to.elevation - from.elevation) * share })
  }
}

const easeInOut = (share: number): number => share * share * (3 - 2 * share)
