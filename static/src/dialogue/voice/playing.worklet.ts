import { JitterBuffer, VOICE_RATE } from './JitterBuffer'

/** As in `audio/capture.worklet.ts`: Chromium is late for a context that has been silent for a while. */
const INAUDIBLE = 1e-6
const TELL_EVERY = VOICE_RATE / 2

/** `captured`: when it began to be spoken, by the partner's device in milliseconds since 1970. */
export interface HeardBlock {
  samples: Float32Array<ArrayBuffer>
  captured: number
}

export interface PlayingReport {
  /** Samples that wait, and those that were asked for and were missing since the last report. */
  depth: number
  asked: number
  missing: number
  /** When what is played now was spoken, and what time it is here, in milliseconds since 1970; null where there is nothing. */
  heard: { spoken: number; now: number } | null
}

/** Plays the partner's voice as it comes. */
class Playing extends AudioWorkletProcessor {
  private readonly buffer = new JitterBuffer()
  private untold = 0
  /** When the voice that waits ends, by the partner's device. */
  private ends = 0

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<HeardBlock>) => this.take(data)
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const speaker = output?.[0]
    if (!speaker) return true
    this.buffer.pull(speaker)
    for (let index = 0; index < speaker.length; index++) speaker[index] = (speaker[index] ?? 0) + INAUDIBLE
    this.untold += speaker.length
    if (this.untold >= TELL_EVERY) this.tell()
    return true
  }

  private take({ samples, captured }: HeardBlock): void {
    this.buffer.push(samples)
    this.ends = captured + (1000 * samples.length) / VOICE_RATE
  }

  private tell(): void {
    const { depth, asked, missing } = this.buffer
    const heard = depth > 0 ? { spoken: this.ends - (1000 * depth) / VOICE_RATE, now: Date.now() } : null
    this.port.postMessage({ depth, asked, missing, heard } satisfies PlayingReport)
    this.buffer.asked = this.buffer.missing = this.untold = 0
  }
}

registerProcessor('playing', Playing)
