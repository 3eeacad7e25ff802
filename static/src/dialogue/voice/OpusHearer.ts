import type { Scope } from '../../kit/lifecycle/Scope'
import { VOICE_RATE } from './JitterBuffer'
import type { HeardBlock } from './playing.worklet'
import type { Packets } from './signals'

export const HEARING: AudioDecoderConfig = { codec: 'opus', sampleRate: VOICE_RATE, numberOfChannels: 1 }
const PACKET_MS = 20
/** Packets that may wait for a busy decoder. */
const MOST_WAITING = 50

/** Makes sound of a partner's packets. */
export class OpusHearer {
  private decoder: AudioDecoder
  /** When each packet began to be spoken that is being decoded: a decoder counts samples only. */
  private captured: number[] = []

  constructor(
    scope: Scope,
    private readonly play: (heard: HeardBlock) => void,
  ) {
    this.decoder = this.open()
    scope.add(() => {
      if (this.decoder.state !== 'closed') this.decoder.close()
    })
  }

  hear({ packets, captured }: Packets): void {
    // What is no Opus closes a decoder.
    if (this.decoder.state === 'closed') this.decoder = this.open()
    if (this.decoder.decodeQueueSize > MOST_WAITING) return
    packets.forEach((data, index) => {
      const at = captured + index * PACKET_MS
      this.captured.push(at)
      this.decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: 1000 * at, data }))
    })
  }

  private open(): AudioDecoder {
    this.captured = []
    const decoder = new AudioDecoder({ output: (audio) => this.pass(audio), error: () => undefined })
    decoder.configure(HEARING)
    return decoder
  }

  private pass(audio: AudioData): void {
    const samples = new Float32Array(audio.numberOfFrames)
    audio.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
    audio.close()
    this.play({ samples, captured: this.captured.shift() ?? 0 })
  }
}
