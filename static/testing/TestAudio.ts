/** An audio element whose voice lasts ten seconds, and is heard when a test says so. Hand the class to `vi.stubGlobal('Audio', ...)`. */
export class TestAudio extends EventTarget {
  /** All that were made, the newest last. */
  static readonly made: TestAudio[] = []
  duration = 10
  muted = false
  paused = true
  /** What `play` meets. */
  refuses: Error | null = null
  private at = 0
  private rate = 1
  private readonly heard: [number, number][] = []

  constructor(public src = '') {
    super()
    TestAudio.made.push(this)
  }

  get ended(): boolean {
    return this.at >= this.duration
  }

  get currentTime(): number {
    return this.at
  }

  set currentTime(seconds: number) {
    this.at = seconds
    for (const name of ['seeking', 'timeupdate', 'seeked']) this.tell(name)
  }

  get playbackRate(): number {
    return this.rate
  }

  set playbackRate(rate: number) {
    this.rate = rate
    this.tell('ratechange')
  }

  get played() {
    return { length: this.heard.length, start: (index: number) => this.heard[index]?.[0] ?? 0, end: (index: number) => this.heard[index]?.[1] ?? 0 }
  }

  play(): Promise<void> {
    if (this.refuses) return Promise.reject(this.refuses)
    this.paused = false
    this.tell('play')
    return Promise.resolve()
  }

  pause(): void {
    if (this.paused) return
    this.paused = true
    this.tell('pause')
  }

  /** So many seconds are heard. */
  hear(seconds: number): void {
    const from = this.at
    this.at = Math.min(this.duration, from + seconds)
    this.heard.push([from, this.at])
    this.tell('timeupdate')
    if (this.at < this.duration) return
    this.pause()
    this.tell('ended')
  }

  private tell(name: string): void {
    this.dispatchEvent(new Event(name))
  }
}
