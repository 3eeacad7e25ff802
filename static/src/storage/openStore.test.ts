import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { openStore } from './openStore'
import { logName, StorageProblem } from './RecordingStore'

import 'fake-indexeddb/auto'

const persist = vi.fn(() => Promise.reject(new Error('not asked')))
beforeEach(() => vi.stubGlobal('navigator', { storage: { persist } }))
afterEach(() => void vi.unstubAllGlobals())

it('keeps recordings with a lease’s key, and asks the browser to leave them', async () => {
  const { store, problem } = await openStore(btoa('k'.repeat(32)))
  expect([store.durable, problem, persist.mock.calls.length]).toEqual([true, null, 1])
})

it.each([['the lease is over', null], ['the key is none', 'no key']])('keeps nothing where %s, and says so', async (_, key) => {
  const { store, problem } = await openStore(key)
  await store.putDraft('l1', { version: 1, content: 'words' })
  expect([store.durable, await store.draft('l1'), await store.leases(), problem?.message]).toEqual([false, null, [], StorageProblem.from(null).message])
})

it('says that a disk is full only where it is', () => {
  const said = ['QuotaExceededError', 'InvalidStateError'].map((name) => StorageProblem.from(new DOMException('', name))).map(({ message, remedy }) => [message, remedy].map((words) => words.split(' ').slice(0, 6).join(' ')))
  expect(said).toEqual([['The storage of this browser is', 'Free some space on the disk.'], ['This browser does not store anything', 'Use a normal window. Keep this']])
})

it('keeps logs of actions beside walks, under numbers that no walk has', () => {
  expect([0, 1, 2].map((attempt) => logName('l1', attempt))).toEqual([-1, -2, -3].map((attempt) => ({ leaseId: 'l1', attempt })))
})
