import { gunzipSync } from 'node:zlib'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import 'fake-indexeddb/auto'

import { TestServer } from '../../testing/TestServer'
import { settled, until } from '../../testing/until'
import { ApiClient } from '../api/ApiClient'
import type { Snapshot } from '../api/types'
import type { VoiceSource } from '../audio/Microphone'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import { Cipher, IndexedDbStore } from '../storage/IndexedDbStore'
import type { RecordingStore } from '../storage/RecordingStore'
import type { CameraState, ViewerEvents } from '../viewer/Viewer'
import { Recording } from './Recording'

const RATE = 1000
const BLOCK = 100
const ID = 'l1-0'
/** A camera that looks along -z of three.js, which is heading 0. */
const LEVEL = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** Hears its own count of samples, when the test says so. */
class CountingMicrophone extends Emitter<{ block: { frame: number; samples: Int16Array<ArrayBuffer>; at: number }; level: number; ended: null }> implements VoiceSource {
  readonly sampleRate = RATE
  /** What `frameAt` says of this moment. */
  now = 0
  heard = 0

  start = () => Promise.resolve()
  close = () => undefined
  frameAt = () => this.now

  hear(samples: number): void {
    for (const end = this.heard + samples; this.heard < end; this.heard += BLOCK) {
      this.emit('block', { frame: this.heard, samples: Int16Array.from({ length: BLOCK }, (_, index) => this.heard + index), at: 0 })
    }
  }
}

/** Stands where it is put. */
class Tripod extends Emitter<ViewerEvents> {
  moving = false
  viewpointId = 'elsewhere'
  heading = 9
  elevation = 9

  snapshot = (): CameraState => ({ viewpoint_id: this.viewpointId, extrinsic_matrix: LEVEL, intrinsic_matrix: LEVEL })

  moveTo = (viewpointId: string) => {
    this.viewpointId = viewpointId
    return Promise.resolve()
  }

  lookAt = (heading: number, elevation: number) => void Object.assign(this, { heading, elevation })
}

let server: TestServer
let store: RecordingStore
let page: Scope
let viewer: Tripod
let microphone: CountingMicrophone

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('window', new EventTarget())
  server = new TestServer()
  store = await IndexedDbStore.open(await Cipher.open(btoa('k'.repeat(32))), crypto.randomUUID())
  page = new Scope()
  viewer = new Tripod()
  microphone = new CountingMicrophone()
})
afterEach(() => {
  page.dispose()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const parts = (path = ['a', 'b']) => ({
  client: new ApiClient('secret', undefined, server.request),
  store,
  record: { leaseId: 'l1', attempt: 0, sampleRate: RATE },
  guide: { path, heading: 1 },
  viewer,
})
const samplesOf = async (recording: Recording) => [...new Int16Array((await recording.wav().arrayBuffer()).slice(44))]
const from = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index)

/** The poses that the server has. */
const sentSnapshots = () =>
  gunzipSync(server.stream(ID, 'pose')).toString().trim().split('\n').map((line) => JSON.parse(line) as Snapshot)

/** Records what the microphone hears in these samples. */
async function stretch(recording: Recording, begin: number, end: number): Promise<void> {
  microphone.now = begin
  await recording.record(microphone)
  microphone.hear(Math.floor((end - microphone.heard) / BLOCK) * BLOCK)
  microphone.now = end
  await vi.advanceTimersByTimeAsync(100)
  const paused = recording.pause()
  microphone.hear(BLOCK)
  await paused
}

it('has exactly the samples between record and pause, and says so in each state', async () => {
  const recording = Recording.begin(page, parts())
  const states: string[] = []
  recording.on('change', (state) => states.push(state))
  expect([recording.state, recording.recorded, recording.atRisk]).toEqual(['ready', 0, false])
  await stretch(recording, 30, 530)
  expect(states).toEqual(['recording', 'paused'])
  expect(recording.recorded).toBeCloseTo(0.5)
  expect(await samplesOf(recording)).toEqual(from(30, 530))
  await recording.pause()
  expect(states).toHaveLength(2)
})

it('begins at the start of the path, and goes on where the pause began', async () => {
  const recording = Recording.begin(page, parts())
  await recording.goToStart()
  expect(viewer).toMatchObject({ viewpointId: 'a', heading: 1, elevation: 0 })
  microphone.now = 0
  await recording.record(microphone)
  Object.assign(viewer, { viewpointId: 'b', heading: 2, elevation: 0.5 })
  const paused = recording.pause()
  microphone.hear(BLOCK)
  await paused
  Object.assign(viewer, { viewpointId: 'far', heading: 0, elevation: 0 })
  await recording.goToStart()
  expect(viewer).toMatchObject({ viewpointId: 'b', heading: 2, elevation: 0.5 })
})

it('waits for the last samples of a pause, but not for a microphone that is gone', async () => {
  const recording = Recording.begin(page, parts())
  await recording.record(microphone)
  microphone.hear(300)
  microphone.now = 450
  let paused = false
  void recording.pause().then(() => (paused = true))
  await vi.advanceTimersByTimeAsync(900)
  expect([paused, recording.state]).toEqual([false, 'recording'])
  await vi.advanceTimersByTimeAsync(200)
  expect([paused, recording.state, recording.recorded]).toEqual([true, 'paused', 0.3])
  microphone.hear(300)
  expect(recording.recorded).toBe(0.3)
})

it('is on the device and on the server when it has an answer, and both streams end together', async () => {
  const recording = Recording.begin(page, parts())
  await stretch(recording, 0, 700)
  const { recording_id: id, voice, pose } = await recording.answer()
  expect([id, voice?.size, recording.saved, recording.kept]).toEqual([ID, 1400, 0.7, 0.7])
  expect([...new Int16Array(Uint8Array.from(server.stream(ID, 'voice')).buffer)]).toEqual(from(0, 700))
  const snapshots = sentSnapshots()
  expect(pose?.size).toBe(server.stream(ID, 'pose').length)
  expect(snapshots[0]).toMatchObject({ time: 0, viewpoint_id: 'a' })
  expect(snapshots.at(-1)?.time).toBeCloseTo(0.7)
})

it('is a voice alone for who sees no pictures: no pose is made up', async () => {
  const recording = Recording.begin(page, { ...parts(), guide: { path: [], heading: 0 }, viewer: null })
  const during: unknown[] = []
  recording.on('change', (state) => state === 'recording' && during.push(recording.recordedAt(performance.now()), recording.walked))
  await stretch(recording, 0, 700)
  expect(during).toEqual([0, []])
  const answer = await recording.answer()
  expect([recording.recordedAt(performance.now()), answer.voice?.size, 'pose' in answer]).toEqual([null, 1400, false])
  expect(server.stream(ID, 'pose')).toHaveLength(0)
  expect((await Recording.restore(page, { ...parts(), viewer: null })).recorded).toBe(0.7)
})

it('goes on in a page that was opened again, with another microphone, as one recording', async () => {
  await stretch(Recording.begin(page, parts()), 0, 400)
  await until(() => server.recordings.has(ID))
  page.dispose()
  page = new Scope()
  microphone = new CountingMicrophone()
  const again = await Recording.restore(page, parts())
  expect([again.state, again.recorded, again.attempt, again.sampleRate]).toEqual(['paused', 0.4, 0, RATE])
  await again.goToStart()
  expect([viewer.viewpointId, viewer.heading + 0, viewer.elevation + 0]).toEqual(['a', 0, 0])
  await stretch(again, 50, 250)
  expect(await samplesOf(again)).toEqual([...from(0, 400), ...from(50, 250)])
  const { voice } = await again.answer()
  expect(voice?.size).toBe(1200)
  expect(again.columns.time.at(-1)).toBeCloseTo(0.6)
  expect(sentSnapshots().at(-1)?.time).toBeCloseTo(0.6)
})

it('goes on with another microphone where one was unplugged', async () => {
  const recording = Recording.begin(page, parts())
  await stretch(recording, 0, 200)
  const unplugged = microphone
  microphone = new CountingMicrophone()
  await stretch(recording, 40, 240)
  unplugged.hear(500)
  expect(await samplesOf(recording)).toEqual([...from(0, 200), ...from(40, 240)])
})

it('knows whether the goal was reached; without a path it always is', async () => {
  const recording = Recording.begin(page, parts())
  await stretch(recording, 0, 100)
  expect(recording.reachedGoal).toBe(false)
  viewer.moveTo = () => Promise.resolve()
  viewer.viewpointId = 'b'
  await stretch(recording, 200, 300)
  expect(recording.reachedGoal).toBe(true)
  expect(Recording.begin(page, parts(['a'])).reachedGoal).toBe(true)
})

it('says when nothing is kept here, and is at risk until the server has it', async () => {
  store.putSlice = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  server.offline = true
  const recording = Recording.begin(page, parts())
  const problems: unknown[] = []
  recording.on('storage', (problem) => problems.push(problem))
  await recording.record(microphone)
  expect([recording.atRisk, recording.kept]).toEqual([false, 0])
  microphone.hear(300)
  await until(() => problems.length === 1)
  expect([recording.kept, recording.atRisk]).toEqual([null, true])
  microphone.now = 300
  const paused = recording.pause()
  microphone.hear(BLOCK)
  await paused
  await until(() => recording.upload.pendingBytes > 0)
  expect(recording.atRisk).toBe(true)
  server.offline = false
  window.dispatchEvent(new Event('online'))
  await recording.answer()
  expect(recording.atRisk).toBe(false)
})

it('hears nothing more when it is disposed', async () => {
  const recording = Recording.begin(page, parts())
  await recording.record(microphone)
  microphone.hear(200)
  recording.dispose()
  microphone.hear(200)
  await settled()
  expect(recording.recorded).toBe(0.2)
})
