import { beforeEach, expect, it, vi } from 'vitest'

import { eventually } from '../../testing/until'
import { gunzip, Journal } from './Journal'
import { Cipher, IndexedDbStore } from './IndexedDbStore'
import { openStore } from './openStore'
import type { RecordingPart } from './RecordingStore'

import 'fake-indexeddb/auto'

const KEY = btoa('k'.repeat(32))
const RECORDING = { leaseId: 'l1', attempt: 0, sampleRate: 48_000 }
const slice = (number: number): RecordingPart => ({ voice: Uint8Array.of(number, 0), pose: new TextEncoder().encode(`${number}\n`) })

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
  const journal = new Journal(store, RECORDING)
  const chunks = await follow(journal)
  for (const number of numbers(0, 45)) journal.append(slice(number))
  await journal.flush()
  expect(chunks.map(({ voice }) => voice.length / 2)).toEqual([20, 20, 5])
  await eventually(() => expect(chunks.map(({ pose }) => pose).join('')).toBe(numbers(0, 45).map((n) => `${n}\n`).join('')))
  expect(journal.storedBytes).toBe(90)
})

it('hands on the same chunks again after a crash, then what was not in one yet, and goes on', async () => {
  const before = new Journal(store, RECORDING)
  const sent = await follow(before)
  for (const number of numbers(0, 47)) before.append(slice(number))
  await eventually(() => expect(before.storedBytes).toBe(94))

  const after = new Journal(store, RECORDING)
  const again = await follow(after)
  const whole = await after.restore()
  expect([...whole.voice].filter((_, index) => index % 2 === 0)).toEqual(numbers(0, 47))
  await after.handOn()
  expect(again.slice(0, 2).map(({ voice }) => voice)).toEqual(sent.map(({ voice }) => voice))
  expect(again[2]?.voice).toHaveLength(14)
  for (const number of numbers(47, 50)) after.append(slice(number))
  await after.flush()
  expect((await new Journal(store, RECORDING).restore()).voice).toHaveLength(100)
})

it('says once that nothing can be written, and hands on all the same', async () => {
  const journal = new Journal(store, RECORDING)
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

it('finds every second again after a reload in the middle of a recording', async () => {
  const before = new Journal(store, RECORDING)
  for (const number of numbers(0, 47)) before.append(slice(number))
  await eventually(() => expect(before.storedBytes).toBe(94))

  const recordings = await store.recordings(RECORDING.leaseId)
  expect(recordings).toEqual([RECORDING])
  const after = new Journal(store, recordings[0]!)
  const { voice, pose } = await after.restore()
  expect([...voice].filter((_, index) => index % 2 === 0)).toEqual(numbers(0, 47))
  expect(new TextDecoder().decode(pose).trim().split('\n').map(Number)).toEqual(numbers(0, 47))
  expect(after.storedBytes).toBe(94)
})

it('hands on what it found once, however often it is asked to go on', async () => {
  const before = new Journal(store, RECORDING)
  for (const number of numbers(0, 45)) before.append(slice(number))
  await before.flush()
  const after = new Journal(store, RECORDING)
  await after.restore()
  const again = await follow(after)
  await after.handOn()
  await after.handOn()
  expect(again.map(({ voice }) => voice.length / 2)).toEqual([20, 20, 5])
})

it('has a chunk on disk before anybody is given it', async () => {
  const journal = new Journal(store, RECORDING)
  const onDisk: Promise<number>[] = []
  journal.on('chunk', () => onDisk.push(store.read(RECORDING).then(({ chunks }) => chunks.length)))
  for (const number of numbers(0, 45)) journal.append(slice(number))
  await journal.flush()
  expect(await Promise.all(onDisk)).toEqual([1, 2, 3])
})

it('says how much is kept while a person speaks, and asks nothing more of a full disk', async () => {
  const journal = new Journal(store, RECORDING)
  const kept: number[] = []
  journal.on('change', () => kept.push(journal.storedBytes))
  journal.append(slice(0))
  journal.append(slice(1))
  await journal.flush()
  expect(kept).toEqual([2, 4])
  const full = vi.spyOn(store, 'putSlice').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  for (const number of numbers(2, 30)) journal.append(slice(number))
  await journal.flush()
  expect(full).toHaveBeenCalledTimes(1)
  expect(kept).toEqual([2, 4])
})

it('hands everything on where nothing can be kept, and says so from the start', async () => {
  const { store: nowhere, problem } = await openStore(null)
  const journal = new Journal(nowhere, RECORDING)
  const problems = vi.fn()
  journal.on('problem', problems)
  const chunks = await follow(journal)
  expect(journal.writing).toBe(false)
  for (const number of numbers(0, 25)) journal.append(slice(number))
  await journal.flush()
  expect(chunks.map(({ voice }) => voice.length / 2)).toEqual([20, 5])
  expect([problem?.name, problems.mock.calls.length, journal.storedBytes]).toEqual(['StorageProblem', 0, 0])
})

it('has nothing to hand on when nothing was said', async () => {
  const journal = new Journal(store, RECORDING)
  const chunks = await follow(journal)
  await journal.flush()
  expect(chunks).toEqual([])
  expect(await store.recordings(RECORDING.leaseId)).toEqual([])
})
