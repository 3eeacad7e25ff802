import type { Command, Report } from './messages'
import { toInt16 } from './pcm'

const BATCH = 2048

/** Keeps every sample between `record` and `pause`, and tells the level all the time. */
class Capture extends AudioWorkletProcessor {
  private batch = new Int16Array(BATCH)
  private filled = 0
  private recorded = 0
  private recording = false
  private peak = 0
  private heard = 0

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<Command>) => {
      if (data.type === 'record') this.record()
      else this.pause(data.frame)
    }
  }

  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    // An input that has not begun, or has ended, is silence: the count of samples is the clock and must not stop.
    const samples = inputs[0]?.[0] ?? new Float32Array(outputs[0]?.[0]?.length ?? 128)
    this.meter(samples)
    if (this.recording) for (const sample of samples) this.keep(sample)
    return true
  }

  private record(): void {
    this.recording = true
    this.recorded = 0
    this.report({ type: 'recording', frame: currentFrame })
  }

  /** Cuts at `frame`: samples that arrived while the command was on its way are dropped. */
  private pause(frame: number): void {
    if (!this.recording) return
    this.recording = false
    const surplus = Math.min(this.filled, Math.max(0, currentFrame - frame))
    this.filled -= surplus
    this.recorded -= surplus
    this.flush()
    this.report({ type: 'paused', recorded: this.recorded })
  }

  private keep(sample: number): void {
    this.batch[this.filled++] = toInt16(sample)
    this.recorded += 1
    if (this.filled === BATCH) this.flush()
  }

  private flush(): void {
    if (this.filled > 0) this.report({ type: 'samples', samples: this.batch.slice(0, this.filled) })
    this.filled = 0
  }

  private meter(samples: Float32Array): void {
    for (const sample of samples) this.peak = Math.max(this.peak, Math.abs(sample))
    this.heard += samples.length
    if (this.heard < BATCH) return
    this.report({ type: 'level', peak: this.peak })
    this.heard = this.peak = 0
  }

  private report(report: Report): void {
    this.port.postMessage(report)
  }
}

registerProcessor('capture', Capture)
