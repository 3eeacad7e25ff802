import { beforeEach, expect, it } from 'vitest'

import { IndexedDbStore } from './IndexedDbStore'

import 'fake-indexeddb/auto'

const part = (...values: number[]) => ({ voice: Uint8Array.from(values), pose: Uint8Array.of(9) })
const FIRST = { leaseId: 'l1', take: 0, sampleRate: 48_000 }
const SECOND = { leaseId: 'l1', take: 1, sampleRate: 48_000 }

let store: IndexedDbStore

beforeEach(async () => {
  store = await IndexedDbStore.open(crypto.randomUUID())
  for (const take of [FIRST, SECOND, { ...FIRST, leaseId: 'l10' }]) await store.begin(take)
})

it('gives slices and chunks back in order, and puts a chunk in the place of its slices', async () => {
  for (const index of [2, 10, 1]) await store.putSlice(FIRST, index, part(index))
  await store.putSlice(SECOND, 3, part(7))
  expect((await store.read(FIRST)).slices).toEqual([part(1), part(2), part(10)])
  await store.seal(FIRST, 0, part(1, 2, 10))
  expect(await store.read(FIRST)).toEqual({ chunks: [part(1, 2, 10)], slices: [] })
  expect((await store.read(SECOND)).slices).toEqual([part(7)])
})

it('forgets earlier takes, or a whole lease, and nothing else', async () => {
  await store.putDraft('l1', { version: 1, content: 'Go' })
  await store.discardTakes(FIRST)
  expect(await store.takes('l1')).toEqual([SECOND])
  await store.discard('l1')
  expect(await store.takes('l1')).toEqual([])
  expect(await store.draft('l1')).toBeNull()
  expect(await store.leases()).toEqual(['l10'])
})
