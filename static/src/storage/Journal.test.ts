import { beforeEach, expect, it, vi } from 'vitest'

import { gunzip } from './gzip'
import { Cipher } from './Cipher'
import { IndexedDbStore } from './IndexedDbStore'
import { Journal } from './Journal'
import type { Part } from './TakeStore'

import 'fake-indexeddb/auto'

const KEY = btoa('k'.repeat(32))
const TAKE = { leaseId: 'l1', take: 0, sampleRate: 48_000 }
const slice = (number: number): Part => ({ voice: Uint8Array.of(number, 0), pose: new TextEncoder().encode(`${number}\n`) })

let store: IndexedDbStore

beforeEach(async () => {
  store = await IndexedDbStore.open(await Cipher.open(KEY), crypto.randomUUID())
})

async function follow(journal: Journal) {
  const chunks: { voice: number[]; pose: string }[] = []
  journal.on('chunk', ({ voice, pose }) => {
    const place = chunks.push({ voice: [...voice], pose: '' }) - 1
    void gunzip(pose).then((lines) => (chunks[place]!.pose = new TextDecoder().decode(lines)))
  })
  return Promise.resolve(chunks)
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

it('hands on chunks of twenty slices, and the rest when it is flushed', async () => {
  const journal = new Journal(store, TAKE)
  const chunks = await follow(journal)
  for (const number of numbers(0, 45)) journal.append(slice(number))
  await journal.flush()
  expect(chunks.map(({ voice }) => voice.length / 2)).toEqual([20, 20, 5])
  await vi.waitFor(() => expect(chunks.map(({ pose }) => pose).join('')).toBe(numbers(0, 45).map((n) => `${n}\n`).join('')))
  expect(journal.storedBytes).toBe(90)
})

it('hands on the same chunks again after a crash, then what was not in one yet, and goes on', async () => {
  const before = new Journal(store, TAKE)
  const sent = await follow(before)
  for (const number of numbers(0, 47)) before.append(slice(number))
  await vi.waitFor(() => expect(before.storedBytes).toBe(94))

  const after = new Journal(store, TAKE)
  const again = await follow(after)
  const whole = await after.restore()
  expect([...whole.voice].filter((_, index) => index % 2 === 0)).toEqual(numbers(0, 47))
  await after.handOn()
  expect(again.slice(0, 2).map(({ voice }) => voice)).toEqual(sent.map(({ voice }) => voice))
  expect(again[2]?.voice).toHaveLength(14)
  for (const number of numbers(47, 50)) after.append(slice(number))
  await after.flush()
  expect((await new Journal(store, TAKE).restore()).voice).toHaveLength(100)
})

it('says once that nothing can be written, and hands on all the same', async () => {
  const journal = new Journal(store, TAKE)
  const chunks = await follow(journal)
  const problems = vi.fn()
  journal.on('problem', problems)
  vi.spyOn(store, 'putSlice').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  for (const number of numbers(0, 25)) journal.append(slice(number))
  await journal.flush()
  expect(chunks.map(({ voice }) => voice.length / 2)).toEqual([20, 5])
  expect(problems).toHaveBeenCalledTimes(1)
  expect(problems.mock.calls[0]?.[0]).toMatchObject({ message: expect.stringContaining('full') as string })
  expect(journal.writing).toBe(false)
})
