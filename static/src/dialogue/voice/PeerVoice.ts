import { Emitter } from '../../kit/lifecycle/Emitter'
import type { Scope } from '../../kit/lifecycle/Scope'
import { type Heard, type PeerFigures, readFigures, type VoiceStats } from './figures'

interface PeerEvents {
  /** `connected` has changed. */
  change: null
  /** The partner's voice has come. */
  voice: MediaStream
  /** Only a new connection can help. */
  stuck: null
}

interface PeerOptions {
  /** Whether the partner makes the offers. */
  polite: boolean
  /** What the partner hears. */
  track: MediaStreamTrack
  iceServers: RTCIceServer[]
  say: (said: { description: RTCSessionDescriptionInit } | { again: true } | { candidate: RTCIceCandidateInit }) => void
}

/** W3C WebRTC Extensions, 3; Chromium has them. */
type Extension = Readonly<{ uri: string; direction: RTCRtpTransceiverDirection }>
type ExtensibleTransceiver = RTCRtpTransceiver & {
  getHeaderExtensionsToNegotiate?: () => Extension[]
  setHeaderExtensionsToNegotiate?: (extensions: Extension[]) => void
}
/** `captureTimestamp`: milliseconds since 1900, by the clock of who speaks. */
type CapturedSource = RTCRtpSynchronizationSource & { captureTimestamp?: number }

const CAPTURE_TIME = 'http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time'
/** Seconds from 1900 to 1970. */
const NTP_EPOCH = 2_208_988_800
/** A connection that is `disconnected` often comes back by itself. */
const GONE_SECONDS = 2
/** Between two restarts that brought nothing. */
const PAUSE_SECONDS = 5

/**
 * One connection between two browsers, negotiated as in "perfect negotiation" (W3C WebRTC, 10.7), but that offers do not meet:
 * the polite side asks for one. For where it takes an offer back as soon as it is made, Chromium 156 sometimes never looks for
 * addresses (two of forty connections). As steps are taken in turn, `signalingState` says all that the flags there do.
 */
export class PeerVoice extends Emitter<PeerEvents> {
  private readonly connection: RTCPeerConnection
  private isConnected = false
  private turn = Promise.resolve()
  private restartedInVain = false
  private cancelRestart = (): void => undefined
  private before: PeerFigures | null = null

  /** Throws where the browser has no such connections, or has them not with these servers. */
  constructor(
    private readonly scope: Scope,
    private readonly options: PeerOptions,
  ) {
    super()
    this.connection = new RTCPeerConnection({ iceServers: options.iceServers, bundlePolicy: 'max-bundle' })
    scope.add(() => this.close())
    this.connection.onnegotiationneeded = () => this.attempt(() => this.offer())
    this.connection.onicecandidate = ({ candidate }) => candidate && this.say({ candidate: candidate.toJSON() })
    this.connection.onconnectionstatechange = () => this.follow(this.connection.connectionState)
    this.connection.ontrack = ({ track }) => this.emit('voice', new MediaStream([track]))
    // Not `addTransceiver`: only what `addTrack` makes is joined to what the partner offers (RFC 8829, 5.10).
    this.connection.addTrack(options.track)
    this.connection.getTransceivers().forEach(sendCaptureTimes)
  }

  get connected(): boolean {
    return this.isConnected
  }

  /** What is being played; null where this browser or the partner's does not tell. */
  get heard(): Heard | null {
    const [source] = this.connection.getReceivers().flatMap((receiver): CapturedSource[] => receiver.getSynchronizationSources())
    const spoken = (source?.captureTimestamp ?? NaN) / 1000 - NTP_EPOCH
    return source && spoken >= 0 ? { spoken, moment: source.timestamp - performance.timeOrigin } : null
  }

  /** What the partner says of how to connect. */
  take(description: RTCSessionDescriptionInit): void {
    this.attempt(() => this.agree(description))
  }

  /** Where the partner may be reached. */
  reach(candidate: RTCIceCandidateInit): void {
    // One that belongs to an offer that was passed over is refused by the browser.
    this.attempt(() => this.connection.addIceCandidate(candidate))
  }

  /** Looks for another way to the partner. */
  restart(): void {
    this.cancelRestart()
    if (this.options.polite) this.say({ again: true })
    else if (this.connection.signalingState === 'stable') this.connection.restartIce()
    else this.emit('stuck', null) // nobody has answered
  }

  /** The partner asks for another offer; one that is on its way will do. */
  offerAgain(): void {
    if (!this.options.polite && this.connection.signalingState === 'stable') this.connection.restartIce()
  }

  /** Since the last call. */
  async stats(): Promise<VoiceStats> {
    const { figures, stats } = readFigures(await this.connection.getStats(), this.before)
    this.before = figures
    return stats
  }

  private async offer(): Promise<void> {
    if (this.options.polite || this.connection.signalingState !== 'stable') return
    await this.connection.setLocalDescription()
    this.describe()
  }

  private async agree(description: RTCSessionDescriptionInit): Promise<void> {
    const isOffer = description.type === 'offer'
    const collides = isOffer && this.connection.signalingState !== 'stable'
    if (collides && !this.options.polite) return
    await this.connection.setRemoteDescription(description)
    if (!isOffer) return
    await this.connection.setLocalDescription()
    this.describe()
  }

  private describe(): void {
    const { localDescription } = this.connection
    if (localDescription) this.say({ description: { type: localDescription.type, sdp: localDescription.sdp } })
  }

  private say(said: Parameters<PeerOptions['say']>[0]): void {
    if (!this.scope.disposed) this.options.say(said)
  }

  private follow(state: RTCPeerConnectionState): void {
    if (state === 'connected') this.arrive()
    else if (state === 'disconnected') this.restartIn(GONE_SECONDS)
    else if (state === 'failed') this.restartIn(this.restartedInVain ? PAUSE_SECONDS : 0)
  }

  private arrive(): void {
    this.cancelRestart()
    this.restartedInVain = false
    this.setConnected(true)
  }

  private restartIn(seconds: number): void {
    this.cancelRestart()
    this.cancelRestart = this.scope.timeout(seconds, () => {
      this.setConnected(false)
      if (this.restartedInVain) this.emit('stuck', null)
      else this.restart()
      this.restartedInVain = true
    })
  }

  private setConnected(connected: boolean): void {
    if (this.isConnected === connected) return
    this.isConnected = connected
    this.emit('change', null)
  }

  /**
   * One step after the other: an offer that came in the middle of an answer would make another offer of it. Where the
   * browser refuses a step, as nonsense or as too late, what was agreed before stays.
   */
  private attempt(step: () => Promise<void>): void {
    this.turn = this.turn.then(step).catch(() => undefined)
  }

  private close(): void {
    this.connection.close()
    this.removeHandlers()
  }
}

/** Tells the partner's browser when each part of the voice was spoken. */
function sendCaptureTimes(transceiver: ExtensibleTransceiver): void {
  const extensions = transceiver.getHeaderExtensionsToNegotiate?.() ?? []
  transceiver.setHeaderExtensionsToNegotiate?.(extensions.map((each) => (each.uri === CAPTURE_TIME ? { ...each, direction: 'sendrecv' } : each)))
}
