// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestScreen } from '../../../testing/TestScreen'
import { TestServer } from '../../../testing/TestServer'
import { TestViewer } from '../../../testing/TestViewer'
import { settled, until } from '../../../testing/until'
import { ApiClient } from '../../api/ApiClient'
import type { LeaseView } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { Cipher, IndexedDbStore } from '../../storage/IndexedDbStore'
import { openStore } from '../../storage/openStore'
import type { RecordingStore } from '../../storage/RecordingStore'
import { gunzip } from '../../storage/Journal'
import { fromLines } from '../../trace/snapshots'
import type { TaskContext } from '../phases/defineTask'
import { Walk } from './Walk'

import 'fake-indexeddb/auto'

let screen: TestScreen
let server: TestServer
let page: Scope
let database: string
let test: TestViewer
let attempts: number[]
let told: ((moment: number) => { attempt: number; time: number } | null)[]

beforeEach(async () => {
  screen = new TestScreen()
  server = new TestServer()
  page = new Scope()
  database = crypto.randomUUID()
  ;[attempts, told] = [[], []]
  test = await TestViewer.opened(screen)
})
afterEach(() => {
  page.dispose()
  test.viewer.dispose()
  screen.close()
})

const kept = async (): Promise<RecordingStore> => IndexedDbStore.open(await Cipher.open(btoa('k'.repeat(32))), database)
async function open({ hears = false, store }: { hears?: boolean; store?: RecordingStore } = {}): Promise<Walk> {
  const lease = { lease_id: 'l1', recordings: attempts.map((attempt) => ({ attempt })) } as unknown as LeaseView
  const actions = { recordedBy: (at: (typeof told)[number]) => void told.push(at) }
  const context = { scope: page, client: new ApiClient('secret', undefined, server.request), lease, storage: { store: store ?? (await kept()), problem: null }, actions } as unknown as TaskContext
  return Walk.open(context, test.viewer, hears)
}
/** A store of this device, and the time of the last snapshot that it has. */
async function watched(): Promise<{ store: RecordingStore; has: () => number }> {
  const store = await kept()
  let time = 0
  const put = store.putSlice.bind(store)
  store.putSlice = async (recording, index, slice) => {
    await put(recording, index, slice)
    time = fromLines(slice.pose).at(-1)?.time ?? time
  }
  return { store, has: () => time }
}

async function pass(seconds: number): Promise<void> {
  await screen.pass(seconds)
  await settled()
}
async function snapshots(walk: Walk) {
  const state = { isSent: false }
  const answer = walk.answer().finally(() => (state.isSent = true))
  while (!state.isSent) await pass(0.5)
  const { recording_id: id } = await answer
  return fromLines(await gunzip(server.stream(id, 'pose')))
}

it('is a trace from where it begins to where it ends, without the time between', async () => {
  const walk = await open()
  expect([walk.begun, walk.walked, walk.atRisk]).toEqual([false, [], false])
  walk.start()
  await pass(1)
  walk.stop()
  await pass(30)
  const moved = test.viewer.moveTo('b', { animate: false })
  await pass(1)
  await moved
  walk.start()
  await pass(1)
  walk.stop()
  expect([walk.begun, walk.walked]).toEqual([true, ['a', 'b']])
  const trace = await snapshots(walk)
  expect([trace[0]?.time, trace.every(({ time }, index) => time >= (trace[index - 1]?.time ?? 0)), trace[0]?.audio_time]).toEqual([0, true, undefined])
  expect(trace.at(-1)?.time).toBeCloseTo(2, 0)
  expect(server.recordings.get('l1-0')).toMatchObject({ attempt: 0, sampleRate: null })
})

it.each([[[], 0], [[0], 1], [[0, 3], 4]])('is the next recording after %j', async (earlier, attempt) => {
  attempts = earlier
  const walk = await open()
  walk.start()
  await pass(1)
  walk.stop()
  await snapshots(walk)
  expect([...server.recordings.values()].map(({ attempt: each }) => each)).toEqual([attempt])
})

it('has the second of the voice that is heard, also when it goes on', async () => {
  const walk = await open({ hears: true })
  expect(walk.audioTime).toBe(0)
  walk.start()
  walk.audioTime = 2.5
  await pass(1)
  walk.stop()
  await pass(0.5)
  await until(() => !walk.atRisk)
  await pass(1)
  page.dispose()
  page = new Scope()
  const again = await open({ hears: true })
  expect([again.begun, again.audioTime, again.walked]).toEqual([true, 2.5, ['a']])
})

it('goes on where it was interrupted, and its time with it', async () => {
  const { store, has } = await watched()
  const walk = await open({ store })
  const moved = test.viewer.moveTo('b', { animate: false })
  await pass(1)
  await moved
  walk.start()
  await pass(3)
  walk.stop()
  await pass(1)
  await until(() => has() > 2.9)
  page.dispose()
  page = new Scope()
  const back = test.viewer.moveTo('a', { animate: false })
  await pass(1)
  await back
  const again = await open()
  const gone = again.goBack()
  await pass(1)
  await gone
  expect([test.viewer.viewpointId, told.length, told[1]?.(performance.now())]).toEqual(['b', 2, null])
  again.start()
  expect(told[1]?.(performance.now())).toEqual({ attempt: 0, time: expect.closeTo(3, 1) as number })
  await pass(1)
  again.stop()
  expect((await snapshots(again)).at(-1)?.time).toBeCloseTo(4, 1)
})

it('knows a place to which somebody came back as another stop', async () => {
  const walk = await open()
  walk.start()
  await pass(1)
  for (const place of ['b', 'a']) {
    const moved = test.viewer.moveTo(place, { animate: false })
    await pass(1)
    await moved
  }
  walk.stop()
  expect(walk.walked).toEqual(['a', 'b', 'a'])
})

it('would be lost with the page where nothing can be kept', async () => {
  const { store } = await openStore(null)
  const walk = await open({ store })
  expect(walk.atRisk).toBe(false)
  walk.start()
  await pass(1)
  expect(walk.atRisk).toBe(true)
})
