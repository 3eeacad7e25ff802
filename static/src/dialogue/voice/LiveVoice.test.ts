// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { settled } from '../../../testing/until'
import { TestAudio } from '../../../testing/TestAudio'
import { TestPeerConnection } from '../../../testing/TestPeerConnection'
import { Emitter } from '../../kit/lifecycle/Emitter'
import { Scope } from '../../kit/lifecycle/Scope'
import { LineVoice } from './LineVoice'
import { LiveVoice } from './LiveVoice'
import { pack } from './packets'
import type { Packets } from './signals'

class Track {
  enabled = true
  stopped = false
  clones: Track[] = []
  clone = (): Track => this.clones[this.clones.push(new Track()) - 1]!
  stop = () => void (this.stopped = true)
}

/** One page's end of a line that is as slow and as deaf as a test wants. */
class End extends Emitter<{ signal: object }> {
  partner: End | null = null
  deaf = false
  readonly sent: Record<string, unknown>[] = []
  send = (data: object): boolean => {
    const told = JSON.parse(JSON.stringify(data)) as Record<string, unknown>
    this.sent.push(told)
    if (!this.deaf) queueMicrotask(() => this.partner?.tell(told))
    return !this.deaf
  }
  tell = (data: unknown) => this.emit('signal', data as object)
}

/** A voice over the line, whose partner is heard as long as a test says so. */
class FakeLine extends Emitter<{ change: null }> {
  hears = false
  readonly came: Packets[] = []
  heard = { spoken: 7, moment: 8 }
  constructor(readonly speak: (packets: Packets) => void) {
    super()
  }
  hear(packets: Packets): void {
    this.came.push(packets)
    this.set(true)
  }
  set(hears: boolean): void {
    const changed = this.hears !== hears
    this.hears = hears
    if (changed) this.emit('change', null)
  }
  stats = () => ({ roundTripSeconds: null, jitterBufferSeconds: 0.08, lostShare: 0 })
}

let scope: Scope
let lines: FakeLine[]
let closed: number
let canTakeLine: boolean
let ends: [End, End]
let tracks: Track[]
const PARTNER = '00000000'
const HERE = { here: true }
const PACKETS: Packets = { packets: [Uint8Array.of(1, 2, 3)], captured: 960 }
const VOICE = { opus: pack(PACKETS.packets), captured: 960 }
const connections = TestPeerConnection.made

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  scope = new Scope()
  connections.length = TestAudio.made.length = 0
  lines = []
  closed = 0
  canTakeLine = true
  ends = [new End(), new End()]
  tracks = []
  ends[0].partner = ends[1]
  ends[1].partner = ends[0]
  vi.stubGlobal('RTCPeerConnection', TestPeerConnection)
  vi.stubGlobal('Audio', TestAudio)
  vi.stubGlobal('MediaStream', class {
    constructor(readonly tracks: object[]) {}
  })
  vi.spyOn(LineVoice, 'open').mockImplementation((owner, _track, speak) => {
    if (!canTakeLine) return Promise.resolve(null)
    owner.add(() => closed++)
    return Promise.resolve(lines[lines.push(new FakeLine(speak)) - 1] as unknown as LineVoice)
  })
})
afterEach(() => {
  scope.dispose()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const streamOf = (track: Track) => ({ getAudioTracks: () => [track] }) as unknown as MediaStream
function open(end: End, polite: boolean, owner = scope): LiveVoice {
  const track = (tracks[ends.indexOf(end)] = new Track())
  return new LiveVoice(new Scope(owner), { signal: end, polite, stream: streamOf(track) })
}
const both = (): [LiveVoice, LiveVoice] => [open(ends[0], true), open(ends[1], false)]
const pass = async (seconds: number) => {
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  await settled()
}
const states = () => connections.map(({ signalingState }) => signalingState)
/** The newest one of the page at this end. */
const connection = (end = 0) => connections.findLast((each) => each.tracks[0] === tracks[end]?.clones[0])!
const from = (letter: object) => ends[0].tell({ from: PARTNER, to: null, ...letter })

it('agrees where both come at once: the polite side waits for an offer', async () => {
  both()
  await settled()
  expect(states()).toEqual(['stable', 'stable'])
  expect([connection(0).taken.length, connection(0).taken[0]]).toEqual([1, expect.stringMatching(/^offer/)])
  expect([connection(1).taken.length, connection(1).taken[0]]).toEqual([1, expect.stringMatching(/^answer/)])
  expect(connections.map(({ tracks }) => tracks.length)).toEqual([1, 1])
})

it('passes over an offer that meets its own', async () => {
  open(ends[0], false)
  from(HERE)
  await settled()
  from({ description: { type: 'offer', sdp: 'theirs' } })
  await settled()
  expect([states(), connection().taken]).toEqual([['have-local-offer'], []])
  from({ description: { type: 'answer', sdp: 'theirs' } })
  await settled()
  expect([states(), connection().taken]).toEqual([['stable'], ['answer theirs']])
})

it('answers every offer in turn, also one that comes in the middle of an answer', async () => {
  open(ends[0], true)
  for (const sdp of ['first', 'second']) from({ description: { type: 'offer', sdp } })
  await settled()
  expect([states(), connection().taken]).toEqual([['stable'], ['offer first', 'offer second']])
  expect(ends[0].sent.flatMap(({ description }) => (description ? [(description as { type: string }).type] : []))).toEqual(['answer', 'answer'])
})

it.each([true, false])('agrees with a partner who comes later, and heard nothing of what was said before (polite: %s)', async (polite) => {
  open(ends[0], polite)
  await settled()
  expect(states()).toEqual([])
  open(ends[1], !polite)
  await settled()
  expect(states()).toEqual(['stable', 'stable'])
})

it('is connected when its connection is, and plays what comes', async () => {
  const [voice] = both()
  const told: unknown[] = []
  voice.on('change', (now) => told.push(now))
  await settled()
  expect([voice.state, voice.way]).toEqual(['connecting', null])
  connection().ontrack?.({ track: { kind: 'audio' } })
  for (const each of connections) each.become('connected')
  expect([voice.state, voice.way, told]).toEqual(['connected', 'webrtc', [{ state: 'connected', way: 'webrtc' }]])
  expect([TestAudio.made[0]?.paused, TestAudio.made[0]]).toMatchObject([false, { autoplay: true, srcObject: { tracks: [{ kind: 'audio' }] } }])
  await pass(60)
  expect(lines).toEqual([])
})

it('tells where it can be reached', async () => {
  both()
  await settled()
  connection().onicecandidate?.({ candidate: { toJSON: () => ({ candidate: 'here', sdpMid: '0' }) } })
  connection().onicecandidate?.({ candidate: null })
  await settled()
  expect(connection(1).candidates).toEqual([{ candidate: 'here', sdpMid: '0', sdpMLineIndex: null, usernameFragment: null }])
})

it.each([
  ['nothing', null],
  ['a number', 5],
  ['text', 'offer'],
  ['no name', { description: { type: 'offer', sdp: 'x' } }],
  ['markup as a name', { from: '<img src=x>', description: { type: 'offer', sdp: 'x' } }],
  ['an unknown type', { from: PARTNER, description: { type: 'steal', sdp: 'x' } }],
  ['no text', { from: PARTNER, description: { type: 'offer', sdp: { toString: 1 } } }],
  ['a long text', { from: PARTNER, description: { type: 'offer', sdp: 'x'.repeat(60_000) } }],
  ['a list', { from: PARTNER, description: [] }],
  ['no candidate', { from: PARTNER, candidate: { candidate: 5 } }],
  ['a far index', { from: PARTNER, candidate: { candidate: 'x', sdpMLineIndex: 1e9 } }],
  ['no Base64', { from: PARTNER, opus: '%%', captured: 0 }],
  ['a packet cut off', { from: PARTNER, opus: btoa('\x00\x09abc'), captured: 0 }],
  ['an empty voice', { from: PARTNER, opus: '', captured: 0 }],
  ['no time', { from: PARTNER, opus: VOICE.opus, captured: -1 }],
  ['another page’s letter', { from: PARTNER, to: 'ffffffff', ...VOICE }],
])('ignores %s', async (_what, letter) => {
  const voice = open(ends[0], true)
  from(HERE)
  await settled()
  const said = ends[0].sent.length
  expect(() => ends[0].tell(letter)).not.toThrow()
  await pass(4)
  expect([connections.length, connection().taken, connection().candidates, lines, ends[0].sent.length - said, voice.state]).toEqual([1, [], [], [], 0, 'connecting'])
})

it('goes on after what its browser refuses', async () => {
  both()
  await settled()
  const name = String(ends[1].sent[0]?.from)
  for (const description of [{ type: 'offer', sdp: 'nonsense' }, { type: 'answer', sdp: 'x' }, { type: 'rollback' }]) ends[0].tell({ from: name, description })
  await settled()
  connection().become('failed')
  await pass(0)
  expect(states()).toEqual(['stable', 'stable'])
})

it('mutes a copy: the track that is recorded neither falls silent nor ends', async () => {
  const own = new Scope()
  const voice = open(ends[0], true, own)
  const track = tracks[0]!
  const changes: boolean[] = []
  voice.on('change', () => changes.push(voice.muted))
  from(HERE)
  voice.muted = voice.muted = true
  await settled()
  expect([voice.muted, track.enabled, track.clones.map(({ enabled }) => enabled)]).toEqual([true, true, [false]])
  expect(connections.map((each) => each.tracks)).toEqual([track.clones])
  voice.muted = false
  expect(changes).toEqual([true, false])
  own.dispose()
  expect([track.stopped, track.clones.map(({ stopped, enabled }) => [stopped, enabled])]).toEqual([false, [[true, true]]])
  expect(states()).toEqual(['closed'])
})

it('takes the line after five seconds with a partner and no connection, and leaves it for one', async () => {
  const voice = open(ends[0], true)
  await pass(60)
  from(HERE)
  await pass(4.9)
  expect(lines).toEqual([])
  await pass(0.1)
  expect([lines.length, voice.way, voice.state]).toEqual([1, null, 'connecting'])
  lines[0]?.speak(PACKETS)
  expect(ends[0].sent.at(-1)).toMatchObject({ to: PARTNER, ...VOICE })
  from(VOICE)
  expect([lines[0]?.came, voice.way, voice.state]).toEqual([[PACKETS], 'line', 'connected'])
  expect(await voice.stats()).toMatchObject({ jitterBufferSeconds: 0.08 })
  connection().become('connected')
  expect([closed, voice.way]).toEqual([1, 'webrtc'])
  from(VOICE)
  await settled()
  expect([lines.length, lines[0]?.came.length]).toEqual([1, 1])
})

it('waits for a partner who is not there yet', async () => {
  const voice = open(ends[0], true)
  await pass(600)
  expect([voice.state, lines]).toEqual(['connecting', []])
})

it('answers over the line whoever speaks there', async () => {
  const voice = open(ends[0], true)
  from(VOICE)
  await settled()
  expect(lines.length).toBe(1)
  from(VOICE)
  expect([voice.way, lines[0]?.came]).toEqual(['line', [PACKETS]])
})

it('takes the line at once in a browser without connections', async () => {
  vi.stubGlobal('RTCPeerConnection', undefined)
  open(ends[0], true)
  from(HERE)
  await settled()
  lines[0]?.speak(PACKETS)
  expect(ends[0].sent.at(-1)).toMatchObject({ to: PARTNER, ...VOICE })
})

it('has failed where there is no way, until there is', async () => {
  canTakeLine = false
  const voice = open(ends[0], true)
  from(HERE)
  await pass(5)
  expect([voice.state, voice.way]).toEqual(['failed', null])
  expect(await voice.stats()).toEqual({ roundTripSeconds: null, jitterBufferSeconds: null, lostShare: null })
  connection().become('connected')
  expect(voice.state).toBe('connected')
})

it('has failed on a line on which nobody speaks, until somebody does', async () => {
  const voice = open(ends[0], true)
  from(HERE)
  await pass(5)
  await pass(10)
  expect(voice.state).toBe('failed')
  lines[0]?.set(true)
  expect(voice.state).toBe('connected')
  lines[0]?.set(false)
  expect(voice.state).toBe('connecting')
  await pass(10)
  expect(voice.state).toBe('failed')
})

it.each([true, false])('looks for another way when the connection has been gone for two seconds, or has failed (polite: %s)', async (polite) => {
  const voice = both()[polite ? 0 : 1]
  const own = polite ? 0 : 1
  await settled()
  for (const each of connections) each.become('connected')
  connection(own).become('disconnected')
  await pass(1.9)
  expect([connection(1).restarts, voice.state]).toEqual([0, 'connected'])
  await pass(0.1)
  expect([connection(1).restarts, voice.state, states()]).toEqual([1, 'connecting', ['stable', 'stable']])
  connection(own).become('connected')
  connection(own).become('failed')
  await pass(0)
  expect([connection(1).restarts, voice.state, states()]).toEqual([2, 'connecting', ['stable', 'stable']])
})

it('begins anew when that was in vain, on both sides', async () => {
  const [voice] = both()
  await settled()
  connection().become('failed')
  await pass(0)
  connection().become('failed')
  await pass(4.9)
  expect(states()).toEqual(['stable', 'stable'])
  await pass(0.1)
  expect(states()).toEqual(['closed', 'closed', 'stable', 'stable'])
  connection().become('connected')
  expect([voice.state, voice.way]).toEqual(['connected', 'webrtc'])
})

it('does not when a connection comes back by itself', async () => {
  const [voice] = both()
  await settled()
  connection().become('connected')
  connection().become('disconnected')
  await pass(1)
  connection().become('connected')
  await pass(60)
  expect([connection().restarts, voice.state]).toEqual([0, 'connected'])
})

it('says anew what a broken line lost', async () => {
  ends[0].deaf = ends[1].deaf = true
  const voices = both()
  await settled()
  expect(states()).toEqual([])
  ends[0].deaf = ends[1].deaf = false
  for (const voice of voices) voice.restart()
  await settled()
  expect(states()).toEqual(['stable', 'stable'])
})

it('makes a new offer where nobody has answered', async () => {
  const voices = both()
  ends[0].deaf = true
  await settled()
  expect([connection(0).signalingState, connection(1).signalingState]).toEqual(['stable', 'have-local-offer'])
  ends[0].deaf = false
  for (const voice of voices) voice.restart()
  await settled()
  expect([connection(0).signalingState, connection(1).signalingState]).toEqual(['stable', 'stable'])
})

it('begins anew with a page that was opened anew, which hears nothing that was said to the one before', async () => {
  const gone = new Scope()
  const [voice] = [open(ends[0], true), open(ends[1], false, gone)]
  await settled()
  for (const each of connections) each.become('connected')
  gone.dispose()
  open(ends[1], false)
  await settled()
  expect(states()).toEqual(['closed', 'closed', 'stable', 'stable'])
  expect(voice.state).toBe('connecting')
  connection().become('connected')
  expect(voice.state).toBe('connected')
})

it('tells how well the partner is heard, since the last time', async () => {
  const [voice] = both()
  await settled()
  connection().become('connected')
  const count = (packetsReceived: number, packetsLost: number, jitterBufferDelay: number) =>
    connection().report.set('in', { type: 'inbound-rtp', kind: 'audio', packetsReceived, packetsLost, jitterBufferDelay, jitterBufferEmittedCount: packetsReceived * 960 })
  connection().report.set('pair', { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.1 })
  count(90, 10, 90 * 960 * 0.05)
  expect(await voice.stats()).toEqual({ roundTripSeconds: 0.1, jitterBufferSeconds: expect.closeTo(0.05) as number, lostShare: 0.1 })
  count(190, 10, 90 * 960 * 0.05 + 100 * 960 * 0.2)
  expect(await voice.stats()).toEqual({ roundTripSeconds: 0.1, jitterBufferSeconds: expect.closeTo(0.2) as number, lostShare: 0 })
})

it('tells what is played of a voice that comes over the line', async () => {
  const voice = open(ends[0], true)
  from(VOICE)
  await settled()
  expect([voice.way, voice.heard]).toEqual([null, { spoken: 7, moment: 8 }])
})
