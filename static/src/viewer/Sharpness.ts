const FAST_ENOUGH = 1 / 45
const COARSER = 0.85
const COARSEST = 0.5
/** So many frames are judged together. */
const FRAMES = 15
/** A longer pause (seconds) is no frame: nothing had to be drawn. */
const PAUSE_SECONDS = 0.25

/** How finely to draw while the camera moves, where drawing every pixel takes too long: a share of the still picture. */
export class Sharpness {
  private last = Number.NEGATIVE_INFINITY
  private intervals: number[] = []

  constructor(private moving: number) {}

  /** The share while the camera moves. */
  get whileMoving(): number {
    return this.moving
  }

  /** The same on a step, where two pictures are drawn, one over the other: there is no time to find out by late frames. */
  get whileTravelling(): number {
    return this.moving < 1 ? COARSEST : 1
  }

  /** A frame of a moving camera was drawn; `time` in seconds. */
  drawn(time: number): void {
    const interval = time - this.last
    this.last = time
    if (interval > PAUSE_SECONDS) return
    this.intervals.push(interval)
    if (this.intervals.length < FRAMES) return
    const median = this.intervals.sort((a, b) => a - b)[FRAMES >> 1] ?? 0
    this.intervals = []
    if (median > FAST_ENOUGH) this.moving = Math.max(COARSEST, this.moving * COARSER)
  }
}
