import { beforeEach, expect, it, vi } from 'vitest'

import { TestPeerConnection } from '../../../testing/TestPeerConnection'
import { Scope } from '../../kit/lifecycle/Scope'
import { PeerVoice } from './PeerVoice'

let peer: PeerVoice
let connection: TestPeerConnection

beforeEach(() => {
  vi.stubGlobal('RTCPeerConnection', TestPeerConnection)
  peer = new PeerVoice(new Scope(), { polite: false, track: {} as MediaStreamTrack, iceServers: [], say: () => undefined })
  connection = TestPeerConnection.made.at(-1)!
})

it('asks for the times at which the voices are spoken, and leaves what else was agreed', () => {
  expect(connection.extensions.map(({ uri, direction }) => [uri.split(/[:/]/).at(-1), direction])).toEqual([['mid', 'sendrecv'], ['abs-capture-time', 'sendrecv']])
})

it('tells which moment of the partner\'s voice is played, by their clock and by this page\'s', () => {
  expect(peer.heard).toBeNull()
  const [captureTimestamp, timestamp] = [(2_208_988_800 + 1_764_000_000) * 1000, performance.timeOrigin + 500]
  connection.sources = [{ captureTimestamp, timestamp }]
  expect(peer.heard).toEqual({ spoken: 1_764_000_000, moment: expect.closeTo(500, 3) as number })
})

it.each([undefined, NaN, 5])('knows nothing of a browser that tells no time (%s)', (captureTimestamp) => {
  connection.sources = [{ captureTimestamp, timestamp: performance.timeOrigin }]
  expect(peer.heard).toBeNull()
})
