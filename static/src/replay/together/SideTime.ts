import type { DialogueClock } from '../../api/types'
import { rowAt } from '../../trace/snapshots'
import type { VoiceTrack } from '../playback/voiceTrack'

/** Recorded without a pause: from `start` to `end` on the dialogue's line, from `own` in the recording; seconds. */
export interface Stretch {
  readonly start: number
  readonly end: number
  readonly own: number
}

/** What one side's recording has of a moment of the dialogue; `time` is in seconds of the recording. */
export type Moment = { readonly state: 'recording'; readonly time: number } | { readonly state: 'before' | 'paused' | 'after' }

/** One side's recording on the dialogue's line. It has pauses, and runs a little faster or slower than the line. */
export class SideTime implements VoiceTrack {
  readonly stretches: readonly Stretch[]

  /** `duration` is that of the recording, seconds. */
  constructor(
    private readonly clock: DialogueClock,
    private readonly duration: number,
  ) {
    const starts = clock.starts.map((start, index) => (index === 0 ? 0 : start))
    this.stretches = starts.flatMap((own, index) => {
      const end = Math.min(duration, starts[index + 1] ?? duration)
      return end > own ? [{ own, start: this.on(index, own), end: this.on(index, end) }] : []
    })
  }

  get begins(): number | null {
    return this.stretches[0]?.start ?? null
  }

  /** When a second of the recording was. */
  timeOf(own: number): number {
    return this.on(rowAt(this.clock.starts, own).row, own)
  }

  /** What the recording has of a moment of the dialogue. */
  at(time: number): Moment {
    const stretch = this.stretches.findLast(({ start }) => start <= time)
    if (!stretch) return { state: 'before' }
    if (time <= stretch.end) return { state: 'recording', time: this.within(stretch, time) }
    return { state: stretch === this.stretches.at(-1) ? 'after' : 'paused' }
  }

  /** Where nothing was recorded, it is where that last was. */
  positionAt(time: number): number {
    const stretch = this.stretches.findLast(({ start }) => start <= time)
    return stretch ? this.within(stretch, Math.min(time, stretch.end)) : 0
  }

  playingAt(time: number): boolean {
    return this.at(time).state === 'recording'
  }

  private on(row: number, own: number): number {
    const { starts, begins, rate } = this.clock
    return (begins[row] ?? 0) + rate * (own - (starts[row] ?? 0))
  }

  private within({ start, own }: Stretch, time: number): number {
    return Math.min(this.duration, own + (time - start) / this.clock.rate)
  }
}
