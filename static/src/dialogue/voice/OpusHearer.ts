import type { Scope } from '../../kit/lifecycle/Scope'
import { VOICE_RATE } from './JitterBuffer'
import type { Packets } from './signals'

export const HEARING: AudioDecoderConfig = { codec: 'opus', sampleRate: VOICE_RATE, numberOfChannels: 1 }
const PACKET_MICROSECONDS = 20_000
/** Packets that may wait for a busy decoder. */
const MOST_WAITING = 50

/** Makes sound of a partner's packets. */
export class OpusHearer {
  private decoder: AudioDecoder

  constructor(
    scope: Scope,
    private readonly play: (samples: Float32Array<ArrayBuffer>) => void,
  ) {
    this.decoder = this.open()
    scope.add(() => {
      if (this.decoder.state !== 'closed') this.decoder.close()
    })
  }

  hear({ packets, frame }: Packets): void {
    // What is no Opus closes a decoder.
    if (this.decoder.state === 'closed') this.decoder = this.open()
    if (this.decoder.decodeQueueSize > MOST_WAITING) return
    packets.forEach((data, index) => {
      const timestamp = Math.round((frame / VOICE_RATE) * 1e6) + index * PACKET_MICROSECONDS
      this.decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data }))
    })
  }

  private open(): AudioDecoder {
    const decoder = new AudioDecoder({ output: (audio) => this.pass(audio), error: () => undefined })
    decoder.configure(HEARING)
    return decoder
  }

  private pass(audio: AudioData): void {
    const samples = new Float32Array(audio.numberOfFrames)
    audio.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
    audio.close()
    this.play(samples)
  }
}
