import { Emitter } from '../../kit/lifecycle/Emitter'
import { Scope } from '../../kit/lifecycle/Scope'
import { type Heard, UNKNOWN, type VoiceStats } from './figures'
import { VOICE_RATE } from './JitterBuffer'
import { HEARING, OpusHearer } from './OpusHearer'
import { OpusSpeaker, SPEAKING } from './OpusSpeaker'
import type { PlayingReport } from './playing.worklet'
import playingUrl from './playing.worklet.ts?worker&url'
import type { Packets } from './signals'
import speakingUrl from './speaking.worklet.ts?worker&url'

interface LineEvents {
  /** `hears` has changed. */
  change: null
}

/** Without a packet, after which the partner is no longer heard. */
const GONE_SECONDS = 2

/** Voices as Opus over the line between the pages: later than from browser to browser, and through every firewall that lets a page through. */
export class LineVoice extends Emitter<LineEvents> {
  private readonly hearer: OpusHearer
  private isHearing = false
  private cancelGone = (): void => undefined
  private depth: number | null = null
  private playing: PlayingReport['heard'] = null
  /** Samples since the last call of `stats`. */
  private asked = 0
  private missing = 0

  private constructor(
    private readonly scope: Scope,
    context: AudioContext,
    track: MediaStreamTrack,
    send: (packets: Packets) => void,
  ) {
    super()
    scope.add(() => this.removeHandlers())
    const speaking = new AudioWorkletNode(context, 'speaking', { channelCount: 1, channelCountMode: 'explicit' })
    context.createMediaStreamSource(new MediaStream([track])).connect(speaking).connect(context.destination)
    new OpusSpeaker(scope, speaking.port, send)
    const playing = new AudioWorkletNode(context, 'playing', { numberOfInputs: 0, outputChannelCount: [1] })
    playing.connect(context.destination)
    playing.port.onmessage = ({ data }: MessageEvent<PlayingReport>) => this.count(data)
    this.hearer = new OpusHearer(scope, (heard) => playing.port.postMessage(heard, [heard.samples.buffer]))
  }

  /** Null where the browser cannot. */
  static async open(parent: Scope, track: MediaStreamTrack, send: (packets: Packets) => void): Promise<LineVoice | null> {
    const scope = new Scope(parent)
    try {
      if (!(await isSupported())) throw new DOMException('There is no Opus.', 'NotSupportedError')
      const context = new AudioContext({ sampleRate: VOICE_RATE, latencyHint: 'interactive' })
      scope.add(() => void context.close())
      await Promise.all([speakingUrl, playingUrl].map((url) => context.audioWorklet.addModule(url)))
      scope.signal.throwIfAborted()
      const voice = new LineVoice(scope, context, track, send)
      void context.resume()
      return voice
    } catch {
      scope.dispose()
      return null
    }
  }

  /** Whether the partner's voice comes this way. */
  get hears(): boolean {
    return this.isHearing
  }

  /** What is being played. */
  get heard(): Heard | null {
    return this.playing && { spoken: this.playing.spoken / 1000, moment: this.playing.now - performance.timeOrigin }
  }

  hear(packets: Packets): void {
    this.hearer.hear(packets)
    this.cancelGone()
    this.cancelGone = this.scope.timeout(GONE_SECONDS, () => this.setHearing(false))
    this.setHearing(true)
  }

  stats(): VoiceStats {
    if (this.depth === null) return UNKNOWN
    const lostShare = this.asked > 0 ? this.missing / this.asked : null
    this.asked = this.missing = 0
    return { roundTripSeconds: null, jitterBufferSeconds: this.depth / VOICE_RATE, lostShare }
  }

  close(): void {
    this.scope.dispose()
  }

  private count({ depth, asked, missing, heard }: PlayingReport): void {
    this.depth = depth
    this.playing = heard
    this.asked += asked
    this.missing += missing
  }

  private setHearing(hears: boolean): void {
    if (this.isHearing === hears) return
    this.isHearing = hears
    this.emit('change', null)
  }
}

async function isSupported(): Promise<boolean> {
  if (typeof AudioEncoder === 'undefined' || typeof AudioDecoder === 'undefined') return false
  const answers = await Promise.all([AudioEncoder.isConfigSupported(SPEAKING), AudioDecoder.isConfigSupported(HEARING)])
  return answers.every(({ supported }) => supported === true)
}
