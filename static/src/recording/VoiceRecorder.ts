import type { VoiceSource } from '../audio/Microphone'
import { type Block, wavBlob } from '../audio/pcm'
import { Scope } from '../kit/lifecycle/Scope'

type PcmSamples = Int16Array<ArrayBuffer>

/** Some tens of seconds. */
const NEWEST_BLOCKS = 1000

/** Receives the next samples, and the second up to which everything has arrived; Infinity at the end of a stretch. */
type TakeSlice = (samples: PcmSamples, until: number) => void

/** How long to wait for the last samples of a microphone that may be gone. */
const LAST_SAMPLES_TIMEOUT_SECONDS = 1

/** The voice of a recording: what one or more microphones capture between `begin` and `end`, cut to the sample and passed on in slices. */
export class VoiceRecorder {
  private readonly scope: Scope
  /** Older samples, which a browser may put on its disk: they grow by 6 MB a minute. */
  private readonly older: Blob[] = []
  private newest: PcmSamples[]
  private readonly cutter: SampleCutter
  private readonly slicer: Slicer
  private microphone: VoiceSource | null = null
  private listening: Scope | null = null
  private sliced: number

  /** `sampleRate` in Hz; `earlier` are the samples that the recording has already. */
  constructor(
    parent: Scope,
    readonly sampleRate: number,
    earlier: PcmSamples,
    private readonly takeSlice: TakeSlice,
  ) {
    this.scope = new Scope(parent)
    this.newest = [earlier]
    this.sliced = earlier.length
    this.cutter = new SampleCutter(earlier.length)
    this.slicer = new Slicer(sampleRate, (samples) => this.give(samples))
  }

  /** How much was recorded. */
  get seconds(): number {
    return this.cutter.length / this.sampleRate
  }

  /** Which second of the recording a moment (`performance.now()`) is. */
  secondAt(moment: number): number {
    return this.cutter.indexAt(this.microphone?.frameAt(moment) ?? 0) / this.sampleRate
  }

  /** Begins a stretch now, as soon as the microphone is on. */
  async begin(microphone: VoiceSource): Promise<void> {
    await microphone.start()
    this.listenTo(microphone)
    this.cutter.begin(microphone.frameAt(markedMoment('recording began')))
  }

  /** Ends the stretch at this moment; its last samples have not arrived yet. */
  end(): void {
    if (this.microphone) this.cutter.end(this.microphone.frameAt(markedMoment('recording ended')))
  }

  /** Resolves when the last sample of the stretch has arrived, or is no longer expected. */
  completed(): Promise<void> {
    const waiting = new Scope(this.scope)
    return new Promise<void>((resolve) => {
      waiting.add(resolve)
      if (this.microphone) waiting.add(this.microphone.on('block', () => this.cutter.complete && waiting.dispose()))
      waiting.timeout(LAST_SAMPLES_TIMEOUT_SECONDS, () => {
        this.cutter.end(0)
        waiting.dispose()
      })
    })
  }

  /** Passes on the rest of the last slice. */
  flush(): void {
    this.slicer.flush()
  }

  wav(): Blob {
    return wavBlob([...this.older, ...this.newest], this.sampleRate)
  }

  private listenTo(microphone: VoiceSource): void {
    if (this.microphone === microphone) return
    this.listening?.dispose()
    this.listening = new Scope(this.scope)
    this.microphone = microphone
    this.cutter.changeMicrophone()
    this.listening.add(
      microphone.on('block', (block) => {
        const samples = this.cutter.add(block)
        if (samples.length === 0) return
        this.hold(samples)
        this.slicer.add(samples)
      }),
    )
  }

  private hold(samples: PcmSamples): void {
    this.newest.push(samples)
    if (this.newest.length < NEWEST_BLOCKS) return
    this.older.push(new Blob(this.newest))
    this.newest = []
  }

  private give(samples: PcmSamples): void {
    this.sliced += samples.length
    const isLast = this.cutter.complete && this.sliced === this.cutter.length
    this.takeSlice(samples, isLast ? Infinity : this.sliced / this.sampleRate)
  }
}

/** This moment, marked with a name that the browser's profiler shows. */
const markedMoment = (name: string): number => performance.mark(name).startTime

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
