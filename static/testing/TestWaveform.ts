/** What stands for a waveform on a page of a test: `vi.mock` puts it in the place of `player/VoiceWaveform.ts`. */
export class TestWaveform {
  static readonly made: TestWaveform[] = []
  /** What loading meets. */
  static refuses: Error | null = null
  /** What every voice is. */
  static samples: { samples: Float32Array; sampleRate: number } | null = null
  readonly loaded: Blob[] = []
  zoomed = 1
  marked: readonly { start: number; end: number }[] = []

  constructor() {
    TestWaveform.made.push(this)
  }

  get samples() {
    return TestWaveform.samples
  }

  load(voice: Blob): Promise<void> {
    if (TestWaveform.refuses) return Promise.reject(TestWaveform.refuses)
    this.loaded.push(voice)
    return Promise.resolve()
  }

  zoom(magnification: number): void {
    this.zoomed = magnification
  }

  mark(stretches: readonly { start: number; end: number }[]): void {
    this.marked = stretches
  }
}
