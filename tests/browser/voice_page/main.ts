/**
 * A live voice over the line at /line; the options come from the address: ?seat=a (which is polite) or b, `alone` for a browser
 * without RTCPeerConnection, `blocked` for a network that lets none through until `letThrough()`.
 *
 * Times are milliseconds since 1970 by the page's own clock: pages of one machine share it.
 */

import { Scope } from '../../../static/src/kit/lifecycle/Scope'
import { LiveVoice } from '../../../static/src/dialogue/voice/LiveVoice'
import { type Ear, listenTo } from './ear'
import { connect } from './line'

declare global {
  interface Window {
    voice: LiveVoice
    /** What this page's microphone hears, and what of the partner reaches its loudspeaker. */
    spoken: Ear
    heard: Ear
    letThrough: () => void
    leave: () => void
  }
}

const options = new URLSearchParams(location.search)
const seat = options.get('seat') ?? 'a'
if (options.has('alone')) Reflect.deleteProperty(globalThis, 'RTCPeerConnection')

const scope = new Scope()
const context = new AudioContext({ sampleRate: 48_000, latencyHint: 'interactive' })
const heard = await listenTo(context)
catchWhatIsPlayed(heard)

const UNPROCESSED = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false }
const stream = await navigator.mediaDevices.getUserMedia({ audio: UNPROCESSED })
const spoken = await listenTo(context)
context.createMediaStreamSource(stream).connect(spoken.node)
await context.resume()

const line = await connect(`ws://${location.host}/line?seat=${seat}`, options.has('blocked'))
window.voice = new LiveVoice(scope, { signal: line, polite: seat === 'a', stream })
window.spoken = spoken
window.heard = heard
window.letThrough = () => {
  line.blocked = false
  window.voice.restart()
}
window.leave = () => scope.dispose()

/** Beside the loudspeaker: a connection's track, and what the worklet of the line's voice plays. */
function catchWhatIsPlayed(ear: Ear): void {
  const { RTCPeerConnection: Peer = null, AudioWorkletNode: Node } = globalThis as { RTCPeerConnection?: typeof RTCPeerConnection; AudioWorkletNode: typeof AudioWorkletNode }
  if (Peer) {
    globalThis.RTCPeerConnection = class extends Peer {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        this.addEventListener('track', ({ track }) => context.createMediaStreamSource(new MediaStream([track])).connect(ear.node))
      }
    }
  }
  globalThis.AudioWorkletNode = class extends Node {
    constructor(owner: BaseAudioContext, name: string, given?: AudioWorkletNodeOptions) {
      super(owner, name, given)
      if (name === 'playing') void listenTo(owner, ear.bursts).then(({ node }) => this.connect(node))
    }
  }
}
