const CHUNK_SECONDS = 5

/** Collects samples into chunks of some seconds, and keeps all of them to be played. */
export class VoiceStream {
  readonly samples: Int16Array<ArrayBuffer>[] = []
  private waiting: Int16Array<ArrayBuffer>[] = []
  private count = 0

  constructor(
    private readonly sampleRate: number,
    private readonly send: (pcm: Uint8Array<ArrayBuffer>) => void,
  ) {}

  add(samples: Int16Array<ArrayBuffer>): void {
    this.samples.push(samples)
    this.waiting.push(samples)
    this.count += samples.length
    if (this.count >= CHUNK_SECONDS * this.sampleRate) this.flush()
  }

  /** Sends what is left of a chunk. */
  flush(): void {
    const chunk = new Int16Array(this.count)
    let filled = 0
    for (const samples of this.waiting) {
      chunk.set(samples, filled)
      filled += samples.length
    }
    this.waiting = []
    this.count = 0
    if (filled > 0) this.send(new Uint8Array(chunk.buffer))
  }
}
