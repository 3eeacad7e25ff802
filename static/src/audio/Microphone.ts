import { Emitter } from '../lifecycle/Emitter'
import { Scope } from '../lifecycle/Scope'
import workletUrl from './capture.worklet.ts?worker&url'
import type { Command, Report } from './messages'
import { MicrophoneError } from './MicrophoneError'

interface MicrophoneEvents {
  /** The loudest sample of the last moment, in [0, 1]. */
  level: number
  /** The next samples of the recording. */
  samples: Int16Array<ArrayBuffer>
  recording: null
  paused: null
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

/** Records 16-bit PCM. The count of its samples is the only clock of a recording: it stands still in a pause. */
export class Microphone extends Emitter<MicrophoneEvents> {
  private recorded = 0
  private startFrame: number | null = null
  private cutFrame = Infinity

  private constructor(
    scope: Scope,
    private readonly context: AudioContext,
    private readonly capture: AudioWorkletNode,
  ) {
    super()
    capture.port.onmessage = ({ data }: MessageEvent<Report>) => this.receive(data)
    scope.add(() => this.removeHandlers())
  }

  /** Asks for the microphone; call it from a click. Rejects with a `MicrophoneError`. */
  static async open(parent: Scope): Promise<Microphone> {
    const scope = new Scope(parent)
    try {
      return await start(scope, (context, capture) => new Microphone(scope, context, capture))
    } catch (error) {
      scope.dispose()
      throw error instanceof MicrophoneError ? error : MicrophoneError.from(error)
    }
  }

  /** Hz. */
  get sampleRate(): number {
    return this.context.sampleRate
  }

  /** Seconds recorded so far, to the sample. */
  sampleTime(): number {
    const frame = Math.min(this.frame, this.cutFrame)
    const running = this.startFrame === null ? 0 : Math.max(0, frame - this.startFrame)
    return (this.recorded + running) / this.sampleRate
  }

  /** Forgets what was counted: the next `record` begins a new recording. */
  reset(): void {
    this.recorded = 0
  }

  /** Resolves with the first sample. */
  async record(): Promise<void> {
    await this.context.resume()
    await this.answer('recording', { type: 'record' })
  }

  /** Cuts here; resolves when the last sample has been given out. */
  async pause(): Promise<void> {
    if (this.startFrame === null) return
    this.cutFrame = this.frame
    await this.answer('paused', { type: 'pause', frame: this.cutFrame })
  }

  /** For the one who opens: the track has ended. */
  end(): void {
    this.emit('ended', null)
  }

  private get frame(): number {
    return Math.round(this.context.currentTime * this.sampleRate)
  }

  private answer(name: 'recording' | 'paused', command: Command): Promise<void> {
    return new Promise((resolve) => {
      const off = this.on(name, () => {
        off()
        resolve()
      })
      this.capture.port.postMessage(command)
    })
  }

  private receive(report: Report): void {
    if (report.type === 'level') this.emit('level', report.peak)
    else if (report.type === 'samples') this.emit('samples', report.samples)
    else if (report.type === 'recording') this.started(report.frame)
    else this.stopped(report.recorded)
  }

  private started(frame: number): void {
    this.startFrame = frame
    this.cutFrame = Infinity
    this.emit('recording', null)
  }

  private stopped(recorded: number): void {
    this.startFrame = null
    this.recorded += recorded
    this.emit('paused', null)
  }
}

async function start(
  scope: Scope,
  create: (context: AudioContext, capture: AudioWorkletNode) => Microphone,
): Promise<Microphone> {
  const stream = await askForMicrophone()
  scope.add(() => stream.getTracks().forEach((track) => track.stop()))
  const context = new AudioContext()
  scope.add(() => void context.close())
  await context.audioWorklet.addModule(workletUrl)
  const capture = new AudioWorkletNode(context, 'capture', { channelCount: 1, channelCountMode: 'explicit' })
  context.createMediaStreamSource(stream).connect(capture).connect(context.destination)
  const microphone = create(context, capture)
  for (const track of stream.getTracks()) scope.listen(track, 'ended', () => microphone.end())
  return microphone
}

function askForMicrophone(): Promise<MediaStream> {
  // Browsers hide `mediaDevices` from pages that came over plain HTTP.
  if (!isSecureContext) {
    throw new MicrophoneError('This address is not secure, so the browser hides the microphone.', 'Open the page over https.')
  }
  return navigator.mediaDevices.getUserMedia({ audio: UNPROCESSED })
}
