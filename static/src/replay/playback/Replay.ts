import { Emitter } from '../../kit/lifecycle/Emitter'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { TimeSource } from './playback'

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

interface ReplayEvents {
  /** The current second of the replay: at every frame while it plays, and after each jump. */
  time: number
  playing: boolean
  /** A person chose another second. */
  jump: null
}

/** Plays a replay from its beginning (0) to its end (`duration`); seconds. */
export class Replay extends Emitter<ReplayEvents> {
  private wasPlaying = false
  private end: number | null = null

  constructor(
    private readonly source: TimeSource,
    readonly duration: number,
    private readonly scope: Scope,
  ) {
    super()
  }

  get time(): number {
    return Math.min(this.source.time, this.duration)
  }

  get playing(): boolean {
    return this.source.playing && this.source.time < this.duration
  }

  toggle(): void {
    this.end = null
    if (this.playing) this.source.pause()
    else this.play()
    this.tell()
  }

  seek(time: number): void {
    this.end = null
    this.source.seek(Math.min(this.duration, Math.max(0, time)))
    this.tell()
    this.emit('jump', null)
  }

  /** Plays a stretch, and pauses at its end. */
  playBetween(start: number, end: number): void {
    this.seek(start)
    this.end = end
    this.source.play()
    this.tell()
  }

  skip(seconds: number): void {
    this.seek(this.time + seconds)
  }

  setRate(rate: number): void {
    this.source.setRate(rate)
  }

  /** Emits where the replay is, and continues to do so while it plays. */
  tell(): void {
    const { playing } = this
    if (playing !== this.wasPlaying) this.emit('playing', playing)
    const starts = playing && !this.wasPlaying
    this.wasPlaying = playing
    this.emit('time', this.time)
    if (starts) this.nextFrame()
  }

  private play(): void {
    if (this.time >= this.duration - 0.05) this.source.seek(0)
    this.source.play()
  }

  private nextFrame(): void {
    this.scope.frame(() => {
      this.source.keepInStep()
      if (this.time >= (this.end ?? this.duration)) this.source.pause()
      const goesOn = this.playing
      this.tell()
      if (goesOn) this.nextFrame()
    })
  }
}
