const LOUD = 0.1
const QUIET_SECONDS = 0.15
const BLOCK = 512

/** Tells at which samples sound begins after quiet. */
class Tap extends AudioWorkletProcessor {
  private quietUntil = 0
  private begins: number[] = []
  private since = 0

  process([input]: Float32Array[][], [output]: Float32Array[][]): boolean {
    output?.[0]?.fill(1e-6) // as in audio/capture.worklet.ts
    input?.[0]?.forEach((sample, index) => this.notice(sample, currentFrame + index))
    this.since += 128
    if (this.since >= BLOCK) this.tell()
    return true
  }

  private notice(sample: number, frame: number): void {
    if (Math.abs(sample) < LOUD) return
    if (frame >= this.quietUntil) this.begins.push(frame)
    this.quietUntil = frame + QUIET_SECONDS * 48_000
  }

  private tell(): void {
    this.port.postMessage({ end: currentFrame + 128, at: Date.now(), begins: this.begins })
    this.begins = []
    this.since = 0
  }
}

registerProcessor('tap', Tap)
