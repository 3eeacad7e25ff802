import { Emitter } from '../../kit/lifecycle/Emitter'
import { Scope } from '../../kit/lifecycle/Scope'
import { type Heard, UNKNOWN, type VoiceStats } from './figures'
import { LineVoice } from './LineVoice'
import { pack } from './packets'
import { PeerVoice } from './PeerVoice'
import { type Letter, newName, type Packets, readLetter, type Signalling } from './signals'

/** `failed`: this browser has no way, or the partner is not heard on any; it still becomes `connected` when they are. */
export type VoiceState = 'connecting' | 'connected' | 'failed'
/** From browser to browser, or over the line between the pages. */
export type VoiceWay = 'webrtc' | 'line'

interface LiveEvents {
  /** Also of `muted`. */
  change: { state: VoiceState; way: VoiceWay | null }
}

interface LiveVoiceOptions {
  signal: Signalling
  /** Whether the partner makes the offers: exactly one of the two does. */
  polite: boolean
  /** Of the microphone, as it is recorded. */
  stream: MediaStream
  iceServers?: RTCIceServer[]
}

/** Without a connection, after which voices go over the line. */
const PATIENCE_SECONDS = 5
/** On the line without the partner's voice, after which there is none. */
const SILENCE_SECONDS = 10

/**
 * Lets two people hear each other: from browser to browser where networks allow it, otherwise over the line. What is
 * recorded is not touched: a copy of the microphone's track is sent.
 */
export class LiveVoice extends Emitter<LiveEvents> {
  private name = newName()
  private readonly track: MediaStreamTrack
  private readonly speaker = new Audio()
  private partner: string | null = null
  private peerScope: Scope
  private peer: PeerVoice | null = null
  private lineScope: Scope | null = null
  private line: LineVoice | null = null
  private isHopeless = false
  private isLineMissing = false
  private told: LiveEvents['change'] = { state: 'connecting', way: null }
  private cancelPatience = (): void => undefined

  constructor(
    private readonly scope: Scope,
    private readonly options: LiveVoiceOptions,
  ) {
    super()
    const [microphone] = options.stream.getAudioTracks()
    if (!microphone) throw new TypeError('The stream has no voice.')
    this.track = microphone.clone()
    this.speaker.autoplay = true
    scope.add(() => this.end())
    this.peerScope = new Scope(scope)
    scope.add(options.signal.on('signal', (data) => this.read(data)))
    this.call()
  }

  get state(): VoiceState {
    return this.told.state
  }

  /** How the partner is heard. */
  get way(): VoiceWay | null {
    return this.told.way
  }

  /** Whether the partner hears silence; the recording goes on hearing. */
  get muted(): boolean {
    return !this.track.enabled
  }

  set muted(muted: boolean) {
    if (muted === this.muted) return
    this.track.enabled = !muted
    this.emit('change', this.told)
  }

  /** What is being played of the partner's voice; null where nobody knows. */
  get heard(): Heard | null {
    return (this.peer?.connected ? this.peer : this.line)?.heard ?? null
  }

  /** The line was gone and has come back, or the partner's has: what was lost meanwhile is said anew. */
  restart(): void {
    this.call()
    this.peer?.restart()
    if (this.peer) this.waitForPeer()
  }

  /** Of the time since the last call. */
  async stats(): Promise<VoiceStats> {
    if (this.peer?.connected) return this.peer.stats()
    return this.line?.stats() ?? UNKNOWN
  }

  private openPeer(): PeerVoice | null {
    const { polite, iceServers = [] } = this.options
    try {
      const peer = new PeerVoice(this.peerScope, { polite, iceServers, track: this.track, say: (said) => this.say(said) })
      peer.on('voice', (stream) => this.play(stream))
      peer.on('change', () => this.followPeer(peer))
      peer.on('stuck', () => this.renew())
      return peer
    } catch {
      return null // the line is left
    }
  }

  private say(said: object): void {
    this.options.signal.send({ from: this.name, to: this.partner, ...said })
  }

  /** To whoever is there, whom we may not know yet. */
  private call(): void {
    this.say({ here: true, to: null })
  }

  private read(data: unknown): void {
    const letter = readLetter(data)
    // One to another name was meant for the page that was here before.
    if (!letter || letter.from === this.name || (letter.to !== null && letter.to !== this.name)) return
    if (letter.from !== this.partner) this.meet(letter.from)
    if (letter.to === null) this.say({ here: true })
    this.take(letter)
  }

  /** Somebody has come, or has begun anew: with other keys, with which an old connection cannot go on. */
  private meet(name: string): void {
    this.closePeer()
    this.partner = name
    this.peer = this.openPeer()
    if (this.peer) this.waitForPeer()
    else this.takeLine()
    this.settle()
  }

  /** Begins anew, as a page that has just been opened. */
  private renew(): void {
    this.closePeer()
    this.name = newName()
    this.partner = null
    this.call()
    this.settle()
  }

  private closePeer(): void {
    this.peerScope.dispose()
    this.peerScope = new Scope(this.scope)
    this.peer = null
  }

  private take({ said }: Letter): void {
    if ('description' in said) this.peer?.take(said.description)
    else if ('candidate' in said) this.peer?.reach(said.candidate)
    else if ('packets' in said) this.hear(said)
    else if ('again' in said) this.peer?.offerAgain()
  }

  /** Whoever speaks over the line is answered there. */
  private hear(packets: Packets): void {
    if (this.peer?.connected) return
    this.takeLine()
    this.line?.hear(packets)
  }

  private play(stream: MediaStream): void {
    this.speaker.srcObject = stream
    // What the browser does not let play begins with the next click.
    this.speaker.play().catch(() => undefined)
  }

  private waitForPeer(): void {
    this.cancelPatience()
    if (!this.peer?.connected) this.cancelPatience = this.scope.timeout(PATIENCE_SECONDS, () => this.takeLine())
  }

  private followPeer(peer: PeerVoice): void {
    if (peer.connected) {
      this.cancelPatience()
      this.leaveLine()
    } else this.waitForPeer()
    this.settle()
  }

  private takeLine(): void {
    if (this.lineScope || this.isLineMissing) return
    this.lineScope = new Scope(this.scope)
    void this.openLine(this.lineScope)
  }

  private async openLine(scope: Scope): Promise<void> {
    const line = await LineVoice.open(scope, this.track, ({ packets, captured }) => this.say({ opus: pack(packets), captured }))
    if (scope.disposed) return
    this.line = line
    this.isLineMissing = line === null
    if (line) this.listen(scope, line)
    else this.leaveLine()
    this.settle()
  }

  private listen(scope: Scope, line: LineVoice): void {
    const despair = () => scope.timeout(SILENCE_SECONDS, () => this.setHopeless(true))
    let cancel = despair()
    line.on('change', () => {
      cancel()
      if (!line.hears) cancel = despair()
      this.setHopeless(false)
    })
  }

  private leaveLine(): void {
    this.lineScope?.dispose()
    this.lineScope = this.line = null
    this.isHopeless = false
  }

  private setHopeless(isHopeless: boolean): void {
    this.isHopeless = isHopeless
    this.settle()
  }

  /** Tells where it stands, if that has changed. */
  private settle(): void {
    const way = this.peer?.connected ? 'webrtc' : this.line?.hears ? 'line' : null
    const state = way ? 'connected' : this.isHopeless || this.isLineMissing ? 'failed' : 'connecting'
    if (state === this.told.state && way === this.told.way) return
    this.told = { state, way }
    this.emit('change', this.told)
  }

  private end(): void {
    this.track.stop()
    this.speaker.pause()
    this.speaker.srcObject = null
    this.removeHandlers()
  }
}
