import type { Block } from '../audio/pcm'

/**
 * Joins the stretches between `begin` and `end` into one recording, cut to the sample. Frames count the audio context's
 * samples, indices those of the recording: an index is the time that voice and camera share.
 */
export class SampleCutter {
  private from = Infinity
  private to = Infinity
  private next = 0
  private kept: number

  /** `earlier` is the number of samples that the recording already has. */
  constructor(private earlier = 0) {
    this.kept = earlier
  }

  /** How many samples the recording has. */
  get length(): number {
    return this.kept
  }

  /** Whether all samples up to the last `end` have arrived. */
  get complete(): boolean {
    return this.next >= this.to
  }

  /** A new context counts its frames from the start. */
  changeMicrophone(): void {
    this.from = Infinity
    this.next = 0
  }

  begin(frame: number): void {
    this.earlier = this.kept
    this.from = Math.max(frame, this.next)
    this.to = Infinity
  }

  /** The recording ends before this frame, or after the samples that have already arrived if there are more. */
  end(frame: number): void {
    this.to = Math.max(frame, this.next, this.from)
  }

  /** The samples of a block that belong to the recording. */
  add({ frame, samples }: Block): Int16Array<ArrayBuffer> {
    this.next = frame + samples.length
    const start = Math.max(0, this.from - frame)
    const belonging = samples.subarray(start, Math.max(start, Math.min(samples.length, this.to - frame)))
    this.kept += belonging.length
    return belonging
  }

  indexAt(frame: number): number {
    const reached = Math.max(this.from, Math.min(this.to, frame))
    return reached === Infinity ? this.kept : this.earlier + reached - this.from
  }
}

const SLICE_SECONDS = 0.25

/** Cuts a voice into slices of a quarter of a second. */
export class Slicer {
  private readonly size: number
  private waiting: Int16Array[] = []
  private count = 0

  constructor(
    sampleRate: number,
    private readonly give: (samples: Int16Array<ArrayBuffer>) => void,
  ) {
    this.size = Math.round(SLICE_SECONDS * sampleRate)
  }

  add(samples: Int16Array): void {
    const lacking = this.size - this.count
    this.waiting.push(samples.subarray(0, lacking))
    this.count += Math.min(lacking, samples.length)
    if (this.count < this.size) return
    this.flush()
    this.add(samples.subarray(lacking))
  }

  /** Returns the remaining samples, possibly none. */
  flush(): void {
    const slice = new Int16Array(this.count)
    let filled = 0
    for (const samples of this.waiting) {
      slice.set(samples, filled)
      filled += samples.length
    }
    this.waiting = []
    this.count = 0
    this.give(slice)
  }
}
