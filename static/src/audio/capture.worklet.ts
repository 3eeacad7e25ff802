import type { Block } from './messages'
import { toInt16 } from './pcm'

const BLOCK = 1024

/** Passes on every sample of the microphone with its number. What belongs to a recording is decided on the page. */
class Capture extends AudioWorkletProcessor {
  private samples = new Int16Array(BLOCK)
  private filled = 0

  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    // An input that has not begun, or has ended, is silence: the count of samples is the clock and must not stop.
    const heard = inputs[0]?.[0] ?? new Float32Array(outputs[0]?.[0]?.length ?? 128)
    heard.forEach((sample, index) => this.keep(sample, currentFrame + index))
    return true
  }

  private keep(sample: number, frame: number): void {
    this.samples[this.filled++] = toInt16(sample)
    if (this.filled < BLOCK) return
    const block: Block = { frame: frame + 1 - BLOCK, samples: this.samples, at: Date.now() }
    this.port.postMessage(block, [this.samples.buffer])
    this.samples = new Int16Array(BLOCK)
    this.filled = 0
  }
}

registerProcessor('capture', Capture)
