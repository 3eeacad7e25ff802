// @vitest-environment page
import { gunzipSync } from 'node:zlib'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestMicrophone } from '../../testing/TestMicrophone'
import { TestScreen } from '../../testing/TestScreen'
import { TestServer } from '../../testing/TestServer'
import { TestViewer } from '../../testing/TestViewer'
import { settled, until } from '../../testing/until'
import { ApiClient } from '../api/ApiClient'
import type { Snapshot } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'
import { Cipher, IndexedDbStore } from '../storage/IndexedDbStore'
import { Recording } from './Recording'

import 'fake-indexeddb/auto'

/** A sample a millisecond, whose value is when it was heard. */
const RATE = 1000
const KEY = btoa('k'.repeat(32))

let screen: TestScreen
let server: TestServer
let database: string
let tab: Scope
let test: TestViewer

beforeEach(async () => {
  screen = new TestScreen()
  server = new TestServer()
  database = crypto.randomUUID()
  await openTab()
})
afterEach(() => {
  tab.dispose()
  screen.close()
})

/** The page, as it is after it was opened or reloaded. */
async function openTab(): Promise<void> {
  tab = new Scope()
  test = await TestViewer.opened(screen)
  const { viewer } = test
  tab.add(() => viewer.dispose())
}

const plugIn = () => new TestMicrophone(new Scope(tab), RATE)
const parts = async () => ({
  client: new ApiClient('secret', undefined, server.request),
  store: await IndexedDbStore.open(await Cipher.open(KEY), database),
  record: { leaseId: 'l1', attempt: 0, sampleRate: RATE },
  guide: { path: ['a', 'b'], heading: 0 },
  viewer: test.viewer,
})
const samplesOf = async (recording: Recording) => [...new Int16Array((await recording.wav().arrayBuffer()).slice(44))]
const from = (start: number, length: number) => Array.from({ length }, (_, index) => start + index)
const answered = async (recording: Recording) => {
  let isThere = false as boolean
  const answer = recording.answer().finally(() => (isThere = true))
  for (let seconds = 0; !isThere && seconds < 60; seconds++) {
    await settled()
    await screen.pass(1)
  }
  return answer
}
const posesOnServer = () => {
  const chunks = gunzipSync(server.stream('l1-0', 'pose')).toString()
  return chunks.trim().split('\n').map((line) => JSON.parse(line) as Snapshot)
}

/** Of its snapshots, to the microsecond that they are sent with. */
const timesOf = (recording: Recording) => recording.columns.time.map((time) => Number(time.toFixed(6)))

/** Presses pause, and waits for the last samples. */
async function pause(recording: Recording): Promise<void> {
  const paused = recording.pause()
  await screen.pass(0.1)
  await paused
}

it('finds every second again after a reload in the middle of a recording, and the server gets them all', async () => {
  const before = Recording.begin(tab, await parts())
  const microphone = plugIn()
  const began = microphone.now
  await before.record(microphone)
  await screen.pass(12.4)
  await until(() => (before.kept ?? 0) >= 12.25)
  tab.dispose()
  await openTab()

  const after = await Recording.restore(tab, await parts())
  expect([after.state, after.recorded, after.kept]).toEqual(['paused', 12.25, 12.25])
  expect(await samplesOf(after)).toEqual(from(began, 12_250))
  expect(after.columns.time[0]).toBe(0)
  expect(after.columns.time.at(-1)).toBeGreaterThan(12.1)
  await answered(after)
  expect([...new Int16Array(server.stream('l1-0', 'voice').buffer)]).toEqual(from(began, 12_250))
  expect(posesOnServer().map(({ time }) => time)).toEqual(timesOf(after))
})

it('goes on after a reload where voice and camera ended, with another microphone', async () => {
  const before = Recording.begin(tab, await parts())
  await before.record(plugIn())
  await test.viewer.moveTo('b', { animate: false })
  test.viewer.lookAt(1, 0.2)
  await screen.pass(2)
  await pause(before)
  await until(() => before.kept === 2)
  await settled()
  tab.dispose()
  await openTab()

  const after = await Recording.restore(tab, await parts())
  const microphone = plugIn()
  await screen.pass(0.5)
  await after.goToStart()
  expect([test.viewer.viewpointId, test.viewer.heading, test.viewer.elevation]).toEqual(['b', expect.closeTo(1), expect.closeTo(0.2)])
  const resumed = microphone.now
  await after.record(microphone)
  await screen.pass(1)
  await pause(after)
  expect(after.recorded).toBe(3)
  expect((await samplesOf(after)).slice(2000)).toEqual(from(resumed, 1000))
  await answered(after)
  expect(posesOnServer().map(({ time }) => time)).toEqual(timesOf(after))
  const { time } = after.columns
  expect([...time].sort((a, b) => a - b)).toEqual(time)
})

it('cuts the voice at the moments of record and pause, to the sample', async () => {
  const recording = Recording.begin(tab, await parts())
  const microphone = plugIn()
  await microphone.start()
  await screen.pass(0.517) // it hears already, in blocks of its own
  const stretches = []
  for (const milliseconds of [1003, 777]) {
    stretches.push(...from(microphone.now, milliseconds))
    await recording.record(microphone)
    await screen.pass(milliseconds / 1000)
    await pause(recording)
    await screen.pass(0.333)
  }
  expect(await samplesOf(recording)).toEqual(stretches)
})

it('says on the clock of the voice where the camera was, to the very end', async () => {
  const recording = Recording.begin(tab, await parts())
  await recording.record(plugIn())
  await screen.pass(1)
  void test.viewer.moveTo('b')
  await screen.pass(2)
  await pause(recording)
  await answered(recording)
  const poses = posesOnServer()
  const arrival = poses.find(({ viewpoint_id }) => viewpoint_id === 'b')?.time ?? 0
  expect(arrival).toBeGreaterThan(1.5)
  expect(arrival).toBeLessThan(1.8)
  expect(poses.filter(({ time }) => time > 1 && time < arrival).length).toBeGreaterThan(20) // each frame of the step
  expect(poses.at(-1)?.time).toBeCloseTo(recording.recorded, 2)
  expect(poses.map(({ time }) => time)).toEqual(timesOf(recording))
  expect(recording.reachedGoal).toBe(true)
})

it('takes no notice of what people look at in a pause, and goes on where it began', async () => {
  const recording = Recording.begin(tab, await parts())
  const microphone = plugIn()
  await recording.record(microphone)
  await screen.pass(1)
  await pause(recording)
  const count = recording.columns.time.length
  await test.viewer.moveTo('b', { animate: false })
  test.viewer.lookAt(2, 0)
  await screen.pass(1)
  expect(recording.columns.time).toHaveLength(count)
  await recording.record(microphone)
  await screen.pass(1)
  await pause(recording)
  expect(new Set(recording.columns.viewpoint_id)).toEqual(new Set(['a']))
  expect(recording.recorded).toBe(2)
})

it('does not begin before the camera is where the recording begins', async () => {
  const recording = Recording.begin(tab, await parts())
  await test.viewer.moveTo('b', { animate: false })
  test.pictures.let((url) => (url.startsWith('a') ? 'wait' : 'come'))
  await test.viewer.moveTo('c', { animate: false })
  await test.viewer.moveTo('b', { animate: false })
  await recording.record(plugIn())
  expect([recording.state, test.viewer.viewpointId]).toEqual(['recording', 'a'])
  await screen.pass(0.5)
  await pause(recording)
  expect(new Set(recording.columns.viewpoint_id)).toEqual(new Set(['a']))
})

it('hears one microphone after the other, and never both', async () => {
  const recording = Recording.begin(tab, await parts())
  const first = plugIn()
  await recording.record(first)
  await screen.pass(1)
  await pause(recording)
  await screen.pass(5)
  const second = plugIn()
  const began = second.now
  await recording.record(second)
  await screen.pass(1)
  await pause(recording)
  expect((await samplesOf(recording)).slice(1000)).toEqual(from(began, 1000))
})

it('keeps what a microphone said before it was pulled out', async () => {
  const recording = Recording.begin(tab, await parts())
  const microphone = plugIn()
  await recording.record(microphone)
  await screen.pass(2)
  microphone.unplug()
  await screen.pass(3)
  const paused = recording.pause()
  await screen.pass(1.1)
  await paused
  expect(recording.state).toBe('paused')
  expect(recording.recorded).toBeGreaterThan(1.9)
  expect(recording.recorded).toBeLessThanOrEqual(2)
  await answered(recording)
  expect(server.stream('l1-0', 'voice')).toHaveLength(recording.recorded * RATE * 2)
  expect(posesOnServer().map(({ time }) => time)).toEqual(timesOf(recording))
})
