import { Emitter } from '../../kit/lifecycle/Emitter'
import type { Scope } from '../../kit/lifecycle/Scope'
import { type PeerFigures, readFigures, type VoiceStats } from './figures'

interface PeerEvents {
  /** `connected` has changed. */
  change: null
  /** The partner's voice has come. */
  voice: MediaStream
}

interface PeerOptions {
  /** Whether this side gives way when both have made an offer. */
  polite: boolean
  /** What the partner hears. */
  track: MediaStreamTrack
  iceServers: RTCIceServer[]
  say: (said: { description: RTCSessionDescriptionInit } | { candidate: RTCIceCandidateInit }) => void
}

/** A connection that is `disconnected` often comes back by itself. */
const GONE_SECONDS = 2
/** Between two restarts that brought nothing. */
const PAUSE_SECONDS = 5

/**
 * One connection between two browsers. Either side may make an offer at any time: where offers meet, the polite side
 * drops its own ("perfect negotiation", W3C WebRTC, 10.7). What the browser refuses of what a partner says changes nothing.
 */
export class PeerVoice extends Emitter<PeerEvents> {
  private readonly connection: RTCPeerConnection
  private isConnected = false
  private offering = false
  private takingAnswer = false
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
    // Not `addTransceiver`: only what `addTrack` makes is joined to the partner's where both have made an offer (RFC 8829, 5.10).
    this.connection.addTrack(options.track)
  }

  get connected(): boolean {
    return this.isConnected
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

  /** Makes an offer again that nobody may have heard. */
  repeat(): void {
    if (this.connection.signalingState === 'have-local-offer') this.describe()
  }

  /** Looks for another way to the partner, also where an offer was left without an answer. */
  restart(): void {
    this.cancelRestart()
    this.attempt(async () => {
      if (this.connection.signalingState === 'have-local-offer') await this.connection.setLocalDescription({ type: 'rollback' })
      this.connection.restartIce()
    })
  }

  /** Since the last call. */
  async stats(): Promise<VoiceStats> {
    const { figures, stats } = readFigures(await this.connection.getStats(), this.before)
    this.before = figures
    return stats
  }

  private async offer(): Promise<void> {
    this.offering = true
    try {
      await this.connection.setLocalDescription()
      this.describe()
    } finally {
      this.offering = false
    }
  }

  private async agree(description: RTCSessionDescriptionInit): Promise<void> {
    const isOffer = description.type === 'offer'
    const isFree = !this.offering && (this.connection.signalingState === 'stable' || this.takingAnswer)
    if (isOffer && !isFree && !this.options.polite) return
    this.takingAnswer = description.type === 'answer'
    try {
      await this.connection.setRemoteDescription(description)
    } finally {
      this.takingAnswer = false
    }
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
      this.restartedInVain = true
      this.restart()
      this.setConnected(false)
    })
  }

  private setConnected(connected: boolean): void {
    if (this.isConnected === connected) return
    this.isConnected = connected
    this.emit('change', null)
  }

  /** A partner's nonsense, or a step that came too late: what was agreed before stays. */
  private attempt(step: () => Promise<void>): void {
    step().catch(() => undefined)
  }

  private close(): void {
    this.connection.close()
    this.removeHandlers()
  }
}
