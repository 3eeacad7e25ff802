import type { VoiceSource } from '../src/audio/Microphone'
import type { Block } from '../src/audio/pcm'
import { Emitter } from '../src/kit/lifecycle/Emitter'
import type { Scope } from '../src/kit/lifecycle/Scope'

interface Events {
  level: number
  block: Block
  ended: null
}

const BLOCK_SECONDS = 0.032

/** A microphone that hears its own count of samples, as fast as the test's clock goes: sample 500 of it is 500. */
export class TestMicrophone extends Emitter<Events> implements VoiceSource {
  closed = false
  /** What it hears instead, by the number of a sample. */
  sound = (frame: number): number => frame
  private readonly opened = performance.now()
  private heard = 0
  private hears = false

  /** `sampleRate` in Hz. */
  constructor(
    private readonly scope: Scope,
    readonly sampleRate = 8000,
  ) {
    super()
    scope.every(BLOCK_SECONDS, () => this.hearOn())
    scope.add(() => this.close())
  }

  /** The number of the sample that is heard now. */
  get now(): number {
    return this.frameAt(performance.now())
  }

  frameAt = (moment: number): number => Math.round(((moment - this.opened) * this.sampleRate) / 1000)

  start(): Promise<void> {
    this.hears = true
    return Promise.resolve()
  }

  close(): void {
    this.closed = true
    this.removeHandlers()
  }

  /** Somebody pulls it out: nothing more is heard. */
  unplug(): void {
    this.hears = false
    this.emit('ended', null)
  }

  private hearOn(): void {
    const frame = this.heard
    this.heard = this.frameAt(performance.now())
    if (!this.hears || this.scope.disposed) return
    const samples = Int16Array.from({ length: this.heard - frame }, (_, index) => this.sound(frame + index))
    this.emit('level', 0.5)
    this.emit('block', { frame, samples, at: Date.now() })
  }
}
