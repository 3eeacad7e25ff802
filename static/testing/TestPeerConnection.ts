type Sdp = RTCSessionDescriptionInit

/**
 * One end of a connection whose network the test is. It has the states of a browser's, in which a step that does not fit is
 * refused; an offer that meets one's own takes that back. Hand the class to `vi.stubGlobal('RTCPeerConnection', ...)`.
 */
export class TestPeerConnection {
  /** All that were made, the newest last. */
  static readonly made: TestPeerConnection[] = []
  signalingState: RTCSignalingState = 'stable'
  connectionState: RTCPeerConnectionState = 'new'
  localDescription: Sdp | null = null
  onnegotiationneeded: (() => void) | null = null
  onicecandidate: ((event: { candidate: { toJSON: () => object } | null }) => void) | null = null
  onconnectionstatechange: (() => void) | null = null
  ontrack: ((event: { track: object }) => void) | null = null
  readonly tracks: object[] = []
  readonly candidates: object[] = []
  /** What was taken from the partner, in order. */
  readonly taken: string[] = []
  restarts = 0
  report = new Map<string, object>()
  private made = 0
  private needs = false

  constructor(readonly configuration: RTCConfiguration) {
    TestPeerConnection.made.push(this)
  }

  /** What is said to be played of the partner's voice. */
  sources: { captureTimestamp?: number | undefined; timestamp: number }[] = []
  extensions = [{ uri: 'urn:ietf:params:rtp-hdrext:sdes:mid', direction: 'sendrecv' }, { uri: 'http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time', direction: 'stopped' }]

  getTransceivers = () => [{ getHeaderExtensionsToNegotiate: () => this.extensions, setHeaderExtensionsToNegotiate: (asked: typeof this.extensions) => void (this.extensions = asked) }]
  getReceivers = () => [{ getSynchronizationSources: () => this.sources }]

  addTrack(track: object): void {
    this.tracks.push(track)
    this.need()
  }

  restartIce(): void {
    this.restarts++
    this.need()
  }

  async setLocalDescription(given?: Sdp): Promise<void> {
    await Promise.resolve()
    if (given?.type === 'rollback') this.move('stable')
    else if (this.signalingState === 'have-remote-offer') this.describe('answer', 'stable')
    else this.describe('offer', 'have-local-offer')
  }

  async setRemoteDescription({ type, sdp = '' }: Sdp): Promise<void> {
    await Promise.resolve()
    if (sdp === 'nonsense' || (type === 'answer') !== (this.signalingState === 'have-local-offer' && type !== 'offer')) throw new DOMException('', 'InvalidStateError')
    if (this.signalingState === 'have-local-offer' && type === 'offer') this.needs = true
    this.taken.push(`${type} ${sdp}`)
    this.move(type === 'offer' ? 'have-remote-offer' : 'stable')
  }

  async addIceCandidate(candidate: object): Promise<void> {
    await Promise.resolve()
    if (this.taken.length === 0) throw new DOMException('', 'InvalidStateError')
    this.candidates.push(candidate)
  }

  getStats = (): Promise<Map<string, object>> => Promise.resolve(this.report)

  close(): void {
    this.signalingState = 'closed'
    this.connectionState = 'closed'
  }

  /** The network does this to it. */
  become(state: RTCPeerConnectionState): void {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }

  private describe(type: RTCSdpType, state: RTCSignalingState): void {
    if (this.signalingState === 'closed') throw new DOMException('', 'InvalidStateError')
    this.needs = false
    this.localDescription = { type, sdp: `${TestPeerConnection.made.indexOf(this)}.${++this.made}` }
    this.move(state)
  }

  private move(state: RTCSignalingState): void {
    this.signalingState = state
    if (state === 'stable' && this.needs) this.need()
  }

  private need(): void {
    this.needs = true
    queueMicrotask(() => {
      if (this.needs && this.signalingState === 'stable') this.onnegotiationneeded?.()
    })
  }
}
