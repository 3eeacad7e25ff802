import type { Scope } from '../../kit/lifecycle/Scope'
import { VOICE_RATE } from './JitterBuffer'
import type { Packets } from './signals'
import type { SpokenBlock } from './speaking.worklet'

export const SPEAKING: AudioEncoderConfig = {
  codec: 'opus',
  sampleRate: VOICE_RATE,
  numberOfChannels: 1,
  bitrate: 28_000,
  opus: { frameDuration: 20_000 }, // microseconds
}
const PACKET_MS = 20
/** Packets to a message: the line takes 40 messages a second of a page, all kinds together, and this makes 25. */
const TOGETHER = 2
/** Blocks that may wait for a busy encoder. */
const MOST_WAITING = 10

/** Makes packets of what the microphone hears. */
export class OpusSpeaker {
  private readonly encoder: AudioEncoder
  private packets: Packets['packets'] = []
  /** The device's clock less the samples', in milliseconds. */
  private ahead = 0

  constructor(
    scope: Scope,
    blocks: MessagePort,
    private readonly send: (packets: Packets) => void,
  ) {
    this.encoder = new AudioEncoder({ output: (packet) => this.gather(packet), error: () => undefined })
    this.encoder.configure(SPEAKING)
    blocks.onmessage = ({ data }: MessageEvent<SpokenBlock>) => this.encode(data)
    scope.add(() => {
      blocks.onmessage = null
      if (this.encoder.state !== 'closed') this.encoder.close()
    })
  }

  private encode({ frame, captured, samples }: SpokenBlock): void {
    this.ahead = captured - (1000 * frame) / VOICE_RATE
    if (this.encoder.state !== 'configured' || this.encoder.encodeQueueSize > MOST_WAITING) return
    const audio = new AudioData({
      format: 'f32-planar',
      sampleRate: VOICE_RATE,
      numberOfFrames: samples.length,
      numberOfChannels: 1,
      timestamp: Math.round((frame / VOICE_RATE) * 1e6),
      data: samples,
    })
    this.encoder.encode(audio)
    audio.close()
  }

  private gather(packet: EncodedAudioChunk): void {
    const bytes = new Uint8Array(packet.byteLength)
    packet.copyTo(bytes)
    this.packets.push(bytes)
    if (this.packets.length < TOGETHER) return
    const began = packet.timestamp / 1000 - PACKET_MS * (TOGETHER - 1)
    this.send({ packets: this.packets, captured: Math.max(0, Math.round(began + this.ahead)) })
    this.packets = []
  }
}
