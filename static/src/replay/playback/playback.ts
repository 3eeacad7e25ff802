/** Advances the time of a replay. */

import type { VoiceTrack } from './voiceTrack'

/** Voice and picture may differ by this much before the voice is moved. */
const DRIFT_TOLERANCE_SECONDS = 0.15

export interface TimeSource {
  /** Seconds since the recording began. */
  readonly time: number
  readonly playing: boolean
  play(): void
  pause(): void
  seek(time: number): void
  setRate(rate: number): void
  /** To be called at every frame while it plays. */
  keepInStep(): void
}

/** What is used of an audio element. */
export type VoiceElement = Pick<HTMLMediaElement, 'currentTime' | 'paused' | 'pause' | 'play' | 'playbackRate'>

/** A Guide's replay: the pose trace was recorded on the clock of the voice, so nothing can drift. */
export class VoiceTime implements TimeSource {
  constructor(private readonly voice: VoiceElement) {}

  get time(): number {
    return this.voice.currentTime
  }

  get playing(): boolean {
    return !this.voice.paused
  }

  play(): void {
    void this.voice.play()
  }

  pause(): void {
    this.voice.pause()
  }

  seek(time: number): void {
    this.voice.currentTime = time
  }

  setRate(rate: number): void {
    this.voice.playbackRate = rate
  }

  keepInStep(): void {
    // The voice is the clock.
  }
}

/** A Follower's replay, or one without a voice: time passes by itself, and the voice, if any, is kept synchronised with it. */
export class PassingTime implements TimeSource {
  private rate = 1
  private started: number | null = null
  private before = 0

  constructor(
    private readonly duration: number,
    private readonly voice: VoiceElement | null,
    private readonly track: VoiceTrack,
    private readonly now: () => number = () => performance.now() / 1000,
  ) {}

  get time(): number {
    const passed = this.started === null ? 0 : (this.now() - this.started) * this.rate
    return Math.min(this.duration, this.before + passed)
  }

  get playing(): boolean {
    return this.started !== null && this.time < this.duration
  }

  play(): void {
    this.started ??= this.now()
    this.keepInStep()
  }

  pause(): void {
    this.before = this.time
    this.started = null
    this.keepInStep()
  }

  seek(time: number): void {
    this.before = time
    if (this.started !== null) this.started = this.now()
    this.keepInStep()
  }

  setRate(rate: number): void {
    this.seek(this.time)
    this.rate = rate
    if (this.voice) this.voice.playbackRate = rate
  }

  keepInStep(): void {
    if (!this.voice) return
    const { time } = this
    const position = this.track.positionAt(time)
    const runs = this.playing && this.track.playingAt(time)
    if (Math.abs(this.voice.currentTime - position) > DRIFT_TOLERANCE_SECONDS) this.voice.currentTime = position
    if (runs && this.voice.paused) void this.voice.play()
    if (!runs && !this.voice.paused) this.voice.pause()
  }
}
