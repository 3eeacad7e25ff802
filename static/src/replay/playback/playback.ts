/** Advances the time of a replay. */

import { ownVoice, type VoiceTrack } from './voiceTrack'

/** A voice that is further from its place is moved there, which is heard. */
const JUMP_SECONDS = 0.15
/** One that is further than this catches up or waits, which is not. */
const DRIFT_SECONDS = 0.04
/** By how much it is slower or faster meanwhile. */
const CATCH_UP = 0.08

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
export type VoiceElement = Pick<HTMLMediaElement, 'currentTime' | 'ended' | 'paused' | 'pause' | 'play' | 'playbackRate'>

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

/** A voice that is kept where its track says that it was at each moment. */
export class KeptVoice {
  constructor(
    private readonly element: VoiceElement,
    private readonly track: VoiceTrack,
  ) {}

  /** `rate` is that of the replay, which is at `time`. */
  keep(time: number, playing: boolean, rate: number): void {
    const { element, track } = this
    const position = track.positionAt(time)
    const runs = playing && track.playingAt(time)
    const ahead = element.currentTime - position
    const jumps = Math.abs(ahead) > (playing ? JUMP_SECONDS : DRIFT_SECONDS)
    if (jumps) element.currentTime = position
    const wanted = !jumps && Math.abs(ahead) > DRIFT_SECONDS ? rate * (1 - Math.sign(ahead) * CATCH_UP) : rate
    if (element.playbackRate !== wanted) element.playbackRate = wanted
    if (runs && element.paused && !element.ended) element.play().catch(ignorePause)
    if (!runs && !element.paused) element.pause()
  }
}

/** A voice that is paused before it has begun to play says so; all else is a fault. */
function ignorePause(reason: unknown): void {
  if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason
}

/** A Follower's replay, or one without a voice: time passes by itself, and the voice, if any, is kept synchronised with it. */
export class PassingTime implements TimeSource {
  protected rate = 1
  private readonly voice: KeptVoice | null
  private started: number | null = null
  private before = 0

  constructor(
    private readonly duration: number,
    voice: VoiceElement | null,
    track: VoiceTrack,
    private readonly now: () => number = () => performance.now() / 1000,
  ) {
    this.voice = voice && new KeptVoice(voice, track)
  }

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
    const { time } = this
    this.rate = rate
    this.seek(time)
  }

  keepInStep(): void {
    this.voice?.keep(this.time, this.playing, this.rate)
  }
}

/** The time that several voices share, each with its own clock. */
export class SharedTime extends PassingTime {
  constructor(
    duration: number,
    private readonly voices: readonly KeptVoice[],
    now?: () => number,
  ) {
    super(duration, null, ownVoice(0), now)
  }

  override keepInStep(): void {
    for (const voice of this.voices) voice.keep(this.time, this.playing, this.rate)
  }
}
