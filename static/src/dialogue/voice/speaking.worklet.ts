/** What a packet has. */
const BLOCK_MS = 20
const BLOCK_SAMPLES = 960
/** As in `audio/capture.worklet.ts`: Chromium is late for a context that has been silent for a while. */
const INAUDIBLE = 1e-6

export interface SpokenBlock {
  /** The number of the first sample. */
  frame: number
  /** When it was heard, in milliseconds since 1970. */
  captured: number
  samples: Float32Array<ArrayBuffer>
}

/** Passes on what the microphone hears, a packet's length at a time. */
class Speaking extends AudioWorkletProcessor {
  private samples = new Float32Array(BLOCK_SAMPLES)
  private filled = 0

  process([input]: Float32Array[][], [output]: Float32Array[][]): boolean {
    const speaker = output?.[0]
    if (!speaker) return true
    speaker.fill(INAUDIBLE)
    const heard = input?.[0]
    for (let index = 0; index < speaker.length; index++) {
      this.samples[this.filled++] = heard?.[index] ?? 0
      if (this.filled === BLOCK_SAMPLES) this.pass(currentFrame + index + 1)
    }
    return true
  }

  /** `end`: the number of the first sample that is not in the block. */
  private pass(end: number): void {
    const captured = Date.now() - BLOCK_MS
    this.port.postMessage({ frame: end - BLOCK_SAMPLES, captured, samples: this.samples } satisfies SpokenBlock, [this.samples.buffer])
    this.samples = new Float32Array(BLOCK_SAMPLES)
    this.filled = 0
  }
}

registerProcessor('speaking', Speaking)
