import type { Scope } from '../../kit/lifecycle/Scope'
import type { Samples } from '../playback/voiceTrack'

const FRAMES_PER_SECOND = 30
const BITS_PER_SECOND = 4_000_000
/** Milliseconds of each piece of a film. */
const PIECE = 200
/** Seconds that a slow machine may need until picture and sound are recorded. */
const RECORDED_WITHIN_SECONDS = 5
const TYPES = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm']

/** The WebM that this browser can make; null if it can make none. */
export function filmType(): string | null {
  if (typeof MediaRecorder === 'undefined') return null
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null
}

/** Records a canvas, and a sound if there is one, as WebM until it is ended. */
export class Film {
  private readonly recorder: MediaRecorder
  private readonly parts: Blob[] = []
  /** Resolves when the first piece, with data of each track, has arrived: a film that ended before would have no pictures. */
  private readonly begun: Promise<void>

  constructor(
    scope: Scope,
    canvas: HTMLCanvasElement,
    type: string,
    private readonly sound: Sound | null,
  ) {
    const picture = canvas.captureStream(FRAMES_PER_SECOND)
    const stream = new MediaStream([...picture.getTracks(), ...(sound?.stream.getTracks() ?? [])])
    this.recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS_PER_SECOND })
    this.begun = new Promise((resolve) => {
      this.recorder.ondataavailable = ({ data }) => {
        this.parts.push(data)
        if (data.size > 0) resolve()
      }
      scope.timeout(RECORDED_WITHIN_SECONDS, resolve)
      scope.add(resolve)
    })
    this.recorder.start(PIECE)
    sound?.start()
  }

  /** Ends the film and returns the file. */
  async end(): Promise<Blob> {
    await this.begun
    const file = new Promise<Blob>((resolve) => {
      this.recorder.onstop = () => resolve(new Blob(this.parts, { type: 'video/webm' }))
    })
    this.recorder.stop()
    this.sound?.end()
    for (const track of this.recorder.stream.getTracks()) track.stop()
    return file
  }
}

/** A sound that goes only into the film, not to the loudspeaker. */
export class Sound {
  private readonly context = new AudioContext()
  private readonly source: AudioBufferSourceNode
  private readonly output: MediaStreamAudioDestinationNode

  constructor({ samples, sampleRate }: Samples) {
    const buffer = this.context.createBuffer(1, Math.max(1, samples.length), sampleRate)
    buffer.getChannelData(0).set(samples)
    this.output = this.context.createMediaStreamDestination()
    this.source = new AudioBufferSourceNode(this.context, { buffer })
    this.source.connect(this.output)
  }

  get stream(): MediaStream {
    return this.output.stream
  }

  start(): void {
    this.source.start()
  }

  end(): void {
    void this.context.close()
  }
}
