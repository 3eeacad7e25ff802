import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import workletUrl from './capture.worklet.ts?worker&url'
import type { Block } from './pcm'
import { MicrophoneError } from './MicrophoneError'

interface MicrophoneEvents {
  /** The loudest sample of the last moment, in [0, 1]. */
  level: number
  block: Block
  /** The microphone was unplugged or taken away. */
  ended: null
}

/** The voice as it comes in, unprocessed: no echo cancellation, noise suppression or gain control. */
const UNPROCESSED: MediaTrackConstraints = {
  channelCount: 1,
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
}

/** Seconds of delay that the context may have. Sound that it misses is lost; this is half of what Chromium buffers of a microphone. */
const LATENCY_HINT_SECONDS = 0.05

/** Captures continuously, in 16-bit PCM. Its frames, counted from when it was opened, are the clock of a recording. */
export class Microphone extends Emitter<MicrophoneEvents> {
  private readonly clock: FrameClock

  private constructor(
    private readonly scope: Scope,
    /** For whoever hears it live; what is recorded does not depend on them. */
    readonly stream: MediaStream,
    private readonly context: AudioContext,
    capture: AudioWorkletNode,
    /** Milliseconds from a sound to its sample. */
    private readonly latency: number,
  ) {
    super()
    this.clock = new FrameClock(context.sampleRate)
    capture.port.onmessage = ({ data }: MessageEvent<Block>) => this.receive(data)
    scope.add(() => this.removeHandlers())
  }

  /** Asks for the microphone; call it from a click. `sampleRate` in Hz. Rejects with a `MicrophoneError`. */
  static async open(parent: Scope, sampleRate?: number): Promise<Microphone> {
    const scope = new Scope(parent)
    try {
      return await start(scope, sampleRate, (...parts) => new Microphone(scope, ...parts))
    } catch (error) {
      scope.dispose()
      throw error instanceof MicrophoneError ? error : MicrophoneError.from(error)
    }
  }

  /** Hz. */
  get sampleRate(): number {
    return this.context.sampleRate
  }

  /** The frame that a sound of this moment (`performance.now()`) becomes. */
  frameAt(moment: number): number {
    return this.clock.frameAt(moment + this.latency)
  }

  /** Resolves when samples are coming. */
  async start(): Promise<void> {
    await this.context.resume()
    await new Promise<void>((resolve) => {
      const off = this.on('block', () => {
        off()
        resolve()
      })
    })
  }

  close(): void {
    this.scope.dispose()
  }

  /** The code that opened the microphone calls this when the track has ended. */
  end(): void {
    this.emit('ended', null)
  }

  private receive(block: Block): void {
    // Both clocks truncate to the millisecond, so the least delayed report could seem one too early.
    const onThisPage = block.at - (Date.now() - performance.now()) + 1
    this.clock.observe(block.frame + block.samples.length, onThisPage)
    this.emit('level', loudest(block.samples))
    this.emit('block', block)
  }
}

/** What a recording needs of a microphone. */
export type VoiceSource = Pick<Microphone, 'on' | 'sampleRate' | 'frameAt' | 'start' | 'close'> & Partial<Pick<Microphone, 'stream'>>

async function start(
  scope: Scope,
  sampleRate: number | undefined,
  create: (stream: MediaStream, context: AudioContext, capture: AudioWorkletNode, latency: number) => Microphone,
): Promise<Microphone> {
  const stream = await askForMicrophone()
  scope.add(() => stream.getTracks().forEach((track) => track.stop()))
  const { latency, sampleRate: own } = settingsOf(stream)
  const context = new AudioContext({ latencyHint: LATENCY_HINT_SECONDS, ...withRate(sampleRate ?? own) })
  scope.add(() => void context.close())
  await context.audioWorklet.addModule(workletUrl)
  const capture = new AudioWorkletNode(context, 'capture', { channelCount: 1, channelCountMode: 'explicit' })
  context.createMediaStreamSource(stream).connect(capture).connect(context.destination)
  const microphone = create(stream, context, capture, latency * 1000)
  for (const track of stream.getTracks()) scope.listen(track, 'ended', () => microphone.end())
  return microphone
}

/** Of the microphone itself, as far as the browser knows them: Hz, so that nothing is resampled, and seconds. */
function settingsOf(stream: MediaStream): { sampleRate: number | undefined; latency: number } {
  const { sampleRate, latency = 0 } = (stream.getAudioTracks()[0]?.getSettings() ?? {}) as MediaTrackSettings & { latency?: number }
  return { sampleRate, latency }
}

const withRate = (sampleRate: number | undefined): AudioContextOptions => (sampleRate === undefined ? {} : { sampleRate })

const loudest = (samples: Int16Array): number => samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) / 0x8000

function askForMicrophone(): Promise<MediaStream> {
  // Browsers hide `mediaDevices` from pages that came over plain HTTP.
  if (!isSecureContext) throw new MicrophoneError('insecure')
  return navigator.mediaDevices.getUserMedia({ audio: UNPROCESSED })
}

const CLOCK_WINDOW_MS = 2000
const CLOCK_SLEEP_MS = 500

/**
 * Estimates which frame an audio context has reached at any moment. It is told now and then that a frame was reached,
 * always a little late, and trusts the least delayed report of the last two seconds. Times in milliseconds.
 */
export class FrameClock {
  private readonly seen: { at: number; lag: number }[] = []

  constructor(private readonly sampleRate: number) {}

  /** Records that `frame` was reached at `at`, or a little earlier. */
  observe(frame: number, at: number): void {
    const last = this.seen.at(-1)
    if (last && at - last.at > CLOCK_SLEEP_MS) this.seen.length = 0
    this.seen.push({ at, lag: at - this.duration(frame) })
    while (this.seen[0] && this.seen[0].at < at - CLOCK_WINDOW_MS) this.seen.shift()
  }

  frameAt(at: number): number {
    const promptest = Math.min(...this.seen.map(({ lag }) => lag))
    return Math.round(((at - promptest) * this.sampleRate) / 1000)
  }

  private duration(frame: number): number {
    return (frame / this.sampleRate) * 1000
  }
}
