// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestScreen } from '../../../testing/TestScreen'
import { TestServer } from '../../../testing/TestServer'
import { TestViewer } from '../../../testing/TestViewer'
import { settled, until } from '../../../testing/until'
import { ApiClient } from '../../api/ApiClient'
import type { LeaseView } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { Cipher } from '../../storage/Cipher'
import { IndexedDbStore } from '../../storage/IndexedDbStore'
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
async function pass(seconds: number): Promise<void> {
  await screen.pass(seconds)
  await settled()
}
async function snapshots(walk: Walk) {
  const answer = walk.answer()
  for (let turn = 0; turn < 20; turn++) await pass(0.5)
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
  expect(trace.at(-1)?.time).toBeLessThan(4) // 32 with the rest
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
  const walk = await open()
  const moved = test.viewer.moveTo('b', { animate: false })
  await pass(1)
  await moved
  walk.start()
  await pass(3)
  walk.stop()
  await pass(1)
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
  const since = told[1]?.(performance.now())?.time ?? 0
  expect([told[1]?.(performance.now())?.attempt, since > 0, since < 3.5]).toEqual([0, true, true]) // 6 with the rests
  await pass(1)
  again.stop()
  const last = (await snapshots(again)).at(-1)?.time ?? 0
  expect([last > since, last < 5.5]).toEqual([true, true])
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
