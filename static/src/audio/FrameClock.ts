const WINDOW_MS = 2000
const SLEEP_MS = 500

/**
 * Estimates which frame an audio context has reached at any moment. It is told now and then that a frame was reached,
 * always a little late, and trusts the least delayed report of the last two seconds. Times in milliseconds.
 */
export class FrameClock {
  private readonly seen: { at: number; lag: number }[] = []

  constructor(private readonly sampleRate: number) {}

  /** Records that `frame` was reached at `at`, or a little earlier. */
  observe(frame: number, at: number): void {
    const last = this.seen.at(-1)
    if (last && at - last.at > SLEEP_MS) this.seen.length = 0
    this.seen.push({ at, lag: at - this.duration(frame) })
    while (this.seen[0] && this.seen[0].at < at - WINDOW_MS) this.seen.shift()
  }

  frameAt(at: number): number {
    const promptest = Math.min(...this.seen.map(({ lag }) => lag))
    return Math.round(((at - promptest) * this.sampleRate) / 1000)
  }

  private duration(frame: number): number {
    return (frame / this.sampleRate) * 1000
  }
}
