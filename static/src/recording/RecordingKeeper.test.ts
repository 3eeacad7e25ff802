import { gunzipSync } from 'node:zlib'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestServer } from '../../testing/TestServer'
import { settled, until } from '../../testing/until'
import { ApiClient } from '../api/ApiClient'
import type { Snapshot } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'
import { Cipher, IndexedDbStore } from '../storage/IndexedDbStore'
import { type KeeperParts, RecordingKeeper } from './RecordingKeeper'

import 'fake-indexeddb/auto'

const ID = 'l1-0'
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
const NO_SAMPLES = new Int16Array(0)

let server: TestServer
let page: Scope
let store: IndexedDbStore

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget())
  server = new TestServer()
  page = new Scope()
  store = await IndexedDbStore.open(await Cipher.open(btoa('k'.repeat(32))), crypto.randomUUID())
})
afterEach(() => {
  page.dispose()
  vi.unstubAllGlobals()
})

const open = (parts: Partial<KeeperParts['record']> = {}) =>
  new RecordingKeeper(page, {
    client: new ApiClient('secret', undefined, server.request),
    store,
    record: { leaseId: 'l1', attempt: 0, sampleRate: 1000, ...parts },
  })
const pose = (time: number): Snapshot => ({ time, audio_time: null, viewpoint_id: 'a', extrinsic_matrix: IDENTITY, intrinsic_matrix: IDENTITY })
const samples = (...values: number[]) => Int16Array.from(values)
const timesOnServer = () =>
  gunzipSync(server.stream(ID, 'pose')).toString().trim().split('\n').map((line) => (JSON.parse(line) as Snapshot).time)

it('keeps samples beyond a byte and the poses of their time, and finds both again', async () => {
  const before = open()
  before.keep(samples(-30_000, 300), [pose(0)])
  before.keep(samples(7), [pose(0.5), pose(1)])
  await until(() => before.keptBytes === 6)
  page.dispose()

  const after = open()
  const { samples: found, snapshots } = await after.restore()
  expect([...found]).toEqual([-30_000, 300, 7])
  expect(snapshots.map(({ time }) => time)).toEqual([0, 0.5, 1])
})

it('sends what was found, though nothing is added to it', async () => {
  const before = open()
  before.keep(samples(1, 2), [pose(0)])
  await until(() => before.keptBytes === 4)
  page.dispose()
  page = new Scope()
  const after = open()
  await after.restore()
  expect(server.recordings.size).toBe(0)
  after.resume()
  await until(() => server.recordings.has(ID) && server.stream(ID, 'voice').length === 4)
})

it('answers with all of it, also what is not a whole chunk, and with poses after the last sample', async () => {
  const keeper = open()
  keeper.keep(samples(1, 2), [pose(0)])
  keeper.keep(NO_SAMPLES, [pose(0.002)])
  keeper.keep(NO_SAMPLES, [])
  const { recording_id: id, pose: told } = await keeper.answer()
  expect([id, told.size]).toEqual([ID, server.stream(ID, 'pose').length])
  expect([...new Int16Array(server.stream(ID, 'voice').buffer)]).toEqual([1, 2])
  expect(timesOnServer()).toEqual([0, 0.002])
})

it('keeps more here than the server has, while that cannot be reached', async () => {
  server.offline = true
  const keeper = open()
  keeper.keep(samples(1, 2, 3), [pose(0)])
  await keeper.flush()
  expect([keeper.keeping, keeper.keptBytes, keeper.upload.savedBytes]).toEqual([true, 6, 0])
})

it('sends poses alone where a walk has no voice', async () => {
  const keeper = open({ sampleRate: null })
  keeper.keep(NO_SAMPLES, [pose(0), pose(1)])
  await keeper.answer()
  expect([timesOnServer(), server.stream(ID, 'voice').length]).toEqual([[0, 1], 0])
  expect(server.recordings.get(ID)?.sampleRate).toBeNull()
})

it('sends no voice of a walk that has none', async () => {
  const keeper = open({ sampleRate: null })
  keeper.keep(samples(1, 2), [pose(0)])
  await keeper.answer()
  expect(server.stream(ID, 'voice')).toHaveLength(0)
})

it('tells why nothing is kept here, and sends on', async () => {
  vi.spyOn(store, 'putSlice').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  const keeper = open()
  const problems = vi.fn()
  keeper.on('problem', problems)
  keeper.keep(samples(1), [pose(0)])
  await until(() => problems.mock.calls.length > 0)
  await settled()
  expect([keeper.keeping, problems.mock.calls.length]).toEqual([false, 1])
  await keeper.answer()
  expect([...new Int16Array(server.stream(ID, 'voice').buffer)]).toEqual([1])
})
