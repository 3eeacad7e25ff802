import { openDB } from 'idb'
import { beforeEach, expect, it } from 'vitest'

import { Cipher, IndexedDbStore } from './IndexedDbStore'
import { logName } from './RecordingStore'

import 'fake-indexeddb/auto'

const KEY = btoa('k'.repeat(32))
const text = (words: string) => new TextEncoder().encode(words)
const part = (...values: number[]) => ({ voice: Uint8Array.from(values), pose: Uint8Array.of(9) })
const FIRST = { leaseId: 'l1', attempt: 0, sampleRate: 48_000 }
const SECOND = { leaseId: 'l1', attempt: 1, sampleRate: 48_000 }

let name: string
let store: IndexedDbStore

beforeEach(async () => {
  name = crypto.randomUUID()
  store = await IndexedDbStore.open(await Cipher.open(KEY), name)
  for (const recording of [FIRST, SECOND, { ...FIRST, leaseId: 'l10' }]) await store.begin(recording)
})

it('gives slices and chunks back in order, and puts a chunk in the place of its slices', async () => {
  for (const index of [2, 10, 1]) await store.putSlice(FIRST, index, part(index))
  await store.putSlice(SECOND, 3, part(7))
  expect((await store.read(FIRST)).slices).toEqual([part(1), part(2), part(10)])
  await store.seal(FIRST, 0, part(1, 2, 10))
  expect(await store.read(FIRST)).toEqual({ chunks: [part(1, 2, 10)], slices: [] })
  expect((await store.read(SECOND)).slices).toEqual([part(7)])
})

it('forgets earlier recordings, or a whole lease, and nothing else', async () => {
  await store.putDraft('l1', { version: 1, content: 'Go' })
  await store.discardRecordings(FIRST)
  expect(await store.recordings('l1')).toEqual([SECOND])
  await store.discard('l1')
  expect(await store.recordings('l1')).toEqual([])
  expect(await store.draft('l1')).toBeNull()
  expect(await store.leases()).toEqual(['l10'])
})

it('names the logs of a lease in order, and none of its recordings', async () => {
  for (const attempt of [1, 0, 2]) await store.begin({ ...logName('l1', attempt), sampleRate: null })
  expect(await store.logs('l1')).toEqual([0, 1, 2])
  expect(await store.recordings('l1')).toEqual([FIRST, SECOND])
})

it('writes down nothing that was said, walked or typed as it is', async () => {
  const said = { voice: text('a voice at the sofa'), pose: text('a walk to the sofa') }
  await store.putSlice(FIRST, 1, said)
  await store.seal(SECOND, 0, said)
  await store.putDraft('l1', { version: 1, content: 'Stop at the sofa' })
  expect(bytesOf(await everything())).not.toContain('sofa')
  expect(await store.read(FIRST)).toEqual({ chunks: [], slices: [said] })
  expect(await store.draft('l1')).toEqual({ version: 1, content: 'Stop at the sofa' })
})

it('opens nothing with another key, says so, and keeps all of it', async () => {
  await store.putSlice(FIRST, 1, part(1))
  const stranger = await IndexedDbStore.open(await Cipher.open(btoa('o'.repeat(32))), name)
  await expect(stranger.read(FIRST)).rejects.toMatchObject({ message: expect.stringContaining('cannot be opened') as string })
  expect((await store.read(FIRST)).slices).toEqual([part(1)])
})

it('is empty afterwards for everybody', async () => {
  await store.putSlice(FIRST, 1, part(1))
  await store.putDraft('l10', { version: 1, content: 'Go' })
  await IndexedDbStore.empty(name)
  expect((await everything()).flat()).toEqual([])
})

async function everything(): Promise<unknown[][]> {
  const database = await openDB(name)
  return Promise.all([...database.objectStoreNames].map((each) => database.getAll(each)))
}

/** All bytes and strings in these values, one after the other. */
function bytesOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('latin1')
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(bytesOf).join(' ')
  return ''
}
