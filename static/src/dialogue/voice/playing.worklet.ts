import { JitterBuffer, VOICE_RATE } from './JitterBuffer'

/** As in `audio/capture.worklet.ts`: Chromium is late for a context that has been silent for a while. */
const INAUDIBLE = 1e-6
const TELL_EVERY = VOICE_RATE / 2

export interface PlayingReport {
  /** Samples that wait, and those that were asked for and were missing since the last report. */
  depth: number
  asked: number
  missing: number
}

/** Plays the partner's voice as it comes. */
class Playing extends AudioWorkletProcessor {
  private readonly buffer = new JitterBuffer()
  private untold = 0

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<Float32Array>) => this.buffer.push(data)
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

  private tell(): void {
    const { depth, asked, missing } = this.buffer
    this.port.postMessage({ depth, asked, missing } satisfies PlayingReport)
    this.buffer.asked = this.buffer.missing = this.untold = 0
  }
}

registerProcessor('playing', Playing)
