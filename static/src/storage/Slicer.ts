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
