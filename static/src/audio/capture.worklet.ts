import { type Block, toInt16 } from './pcm'

const BLOCK_SAMPLES = 1024
/**
 * The sample sent to the loudspeaker, far below its smallest step. Chromium drives a context that is silent for 30
 * seconds from a timer of an ordinary thread, which skips what it is late for: the microphone's samples would be
 * dropped.
 */
const INAUDIBLE = 1e-6

/** Passes on every sample of the microphone with its number. What belongs to a recording is decided on the page. */
class Capture extends AudioWorkletProcessor {
  private samples = new Int16Array(BLOCK_SAMPLES)
  private filled = 0

  process([input]: Float32Array[][], [output]: Float32Array[][]): boolean {
    const speaker = output?.[0]
    if (!speaker) return true
    speaker.fill(INAUDIBLE)
    this.keep(input?.[0], speaker.length, currentFrame)
    return true
  }

  /** An input that has not begun or has ended counts as silence, because the count of samples is the clock and must not stop. */
  private keep(heard: Float32Array | undefined, count: number, frame: number): void {
    for (let index = 0; index < count; index++) {
      this.samples[this.filled++] = toInt16(heard?.[index] ?? 0)
      if (this.filled === BLOCK_SAMPLES) this.pass(frame + index + 1)
    }
  }

  /** `end`: the number of the first sample that is not in the block. */
  private pass(end: number): void {
    const block: Block = { frame: end - BLOCK_SAMPLES, samples: this.samples, at: Date.now() }
    this.port.postMessage(block, [this.samples.buffer])
    this.samples = new Int16Array(BLOCK_SAMPLES)
    this.filled = 0
  }
}

registerProcessor('capture', Capture)
