import type { VoiceSource } from '../audio/Microphone'
import { wavBlob } from '../audio/pcm'
import { Scope } from '../kit/lifecycle/Scope'
import { SampleCutter, Slicer } from './cutting'

type PcmSamples = Int16Array<ArrayBuffer>

/** Receives the next samples, and the second up to which everything has arrived; Infinity at the end of a stretch. */
type TakeSlice = (samples: PcmSamples, until: number) => void

/** How long to wait for the last samples of a microphone that may be gone. */
const LAST_SAMPLES_TIMEOUT_SECONDS = 1

/** The voice of a recording: what one or more microphones capture between `begin` and `end`, cut to the sample and passed on in slices. */
export class VoiceRecorder {
  private readonly scope: Scope
  private readonly samples: PcmSamples[]
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
    this.samples = [earlier]
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
    return wavBlob(this.samples, this.sampleRate)
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
        this.samples.push(samples)
        this.slicer.add(samples)
      }),
    )
  }

  private give(samples: PcmSamples): void {
    this.sliced += samples.length
    const isLast = this.cutter.complete && this.sliced === this.cutter.length
    this.takeSlice(samples, isLast ? Infinity : this.sliced / this.sampleRate)
  }
}

/** This moment, marked with a name that the browser's profiler shows. */
const markedMoment = (name: string): number => performance.mark(name).startTime
