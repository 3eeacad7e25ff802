import { createHash } from 'node:crypto'

import { beforeEach, expect, it, vi } from 'vitest'

import { eventually } from '../../testing/until'
import { Scope } from '../kit/lifecycle/Scope'
import { ApiProblem } from './ApiProblem'
import { ChunkQueue, type PutChunk } from './ChunkQueue'

beforeEach(() => vi.stubGlobal('window', new EventTarget()))

const stored: PutChunk = (index, chunk, { hex }) =>
  Promise.resolve({ recording_id: 'r', stream: 'voice', index, size: chunk.length, sha256: hex })
const bytes = (...values: number[]) => Uint8Array.from(values)
const digestOf = (chunk: Uint8Array) => `sha-256=:${createHash('sha256').update(chunk).digest('base64')}:`

it('numbers the chunks, says their digests and sums up the stream', async () => {
  const put = vi.fn<PutChunk>(stored)
  const queue = new ChunkQueue(new Scope(), put)
  queue.add(bytes(1, 2, 3))
  queue.add(bytes())
  queue.add(bytes(4))
  expect(queue.pendingBytes).toBe(4)
  await queue.drained()
  expect(put).toHaveBeenCalledTimes(2)
  expect(new Map(put.mock.calls.map(([index, , digest]) => [index, digest.header]))).toEqual(
    new Map([
      [0, digestOf(bytes(1, 2, 3))],
      [1, digestOf(bytes(4))],
    ]),
  )
  const sha256 = createHash('sha256').update(bytes(1, 2, 3, 4)).digest('hex')
  expect(queue.summary()).toEqual({ chunks: 2, size: 4, sha256 })
  expect([queue.savedBytes, queue.pendingBytes]).toEqual([4, 0])
})

/** Lets the queue's next pause pass; digests are made on another thread, so it may begin a moment later. */
async function pause(milliseconds: number): Promise<void> {
  await eventually(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  await vi.advanceTimersByTimeAsync(milliseconds)
}

it('sends a chunk again, after a pause that grows, until it is stored', async () => {
  vi.useFakeTimers()
  const put = vi.fn<PutChunk>().mockRejectedValueOnce(ApiProblem.unreachable())
  put.mockRejectedValueOnce(new ApiProblem(503, 'store', 'Busy.', '')).mockImplementation(stored)
  const queue = new ChunkQueue(new Scope(), put)
  queue.add(bytes(7))
  const drained = queue.drained()
  await eventually(() => expect(put).toHaveBeenCalledTimes(1))
  await pause(500)
  await eventually(() => expect(put).toHaveBeenCalledTimes(2))
  await pause(1000)
  await drained
  expect(put).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})

it('waits as long as a busy server asks for, and does not call it unreachable', async () => {
  vi.useFakeTimers()
  const put = vi.fn<PutChunk>().mockRejectedValueOnce(new ApiProblem(503, 'overloaded', 'Busy.', '', 9))
  put.mockImplementation(stored)
  const queue = new ChunkQueue(new Scope(), put)
  queue.add(bytes(7))
  await pause(8900)
  expect([put.mock.calls.length, queue.offline, queue.pendingBytes]).toEqual([1, false, 1])
  await vi.advanceTimersByTimeAsync(100)
  await queue.drained()
  expect(put).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

it('takes no other answer for a receipt', async () => {
  vi.useFakeTimers()
  const put = vi.fn<PutChunk>(stored)
  put.mockResolvedValueOnce('<html>Please sign in</html>' as never)
  put.mockImplementationOnce(async (...args) => ({ ...(await stored(...args)), sha256: '0'.repeat(64) }))
  const queue = new ChunkQueue(new Scope(), put)
  queue.add(bytes(7))
  await pause(500)
  expect([queue.savedBytes, queue.offline]).toEqual([0, true])
  await pause(1000)
  await queue.drained()
  expect([put.mock.calls.length, queue.offline]).toEqual([3, false])
  vi.useRealTimers()
})

it('tries again as soon as the network is back', async () => {
  const put = vi.fn<PutChunk>(stored).mockRejectedValueOnce(ApiProblem.unreachable())
  const queue = new ChunkQueue(new Scope(), put)
  vi.spyOn(Math, 'random').mockReturnValue(1e6)
  queue.add(bytes(7))
  await eventually(() => expect(queue.offline).toBe(true))
  window.dispatchEvent(new Event('online'))
  await queue.drained()
  vi.restoreAllMocks()
})

it('keeps what is refused, sends the others, and sends it when asked again', async () => {
  const refusal = new ApiProblem(409, 'lease', 'The lease is over.', 'Take the task again.')
  const put = vi.fn<PutChunk>().mockRejectedValueOnce(refusal).mockImplementation(stored)
  const queue = new ChunkQueue(new Scope(), put)
  queue.add(bytes(1))
  await expect(queue.drained()).rejects.toBe(refusal)
  queue.add(bytes(2))
  await eventually(() => expect([put.mock.calls.length, queue.pendingBytes]).toEqual([2, 1]))
  queue.retry()
  await queue.drained()
  expect(queue.savedBytes).toBe(2)
})

it('has no more than three chunks on the way', () => {
  const put = vi.fn<PutChunk>(() => new Promise(() => undefined))
  const queue = new ChunkQueue(new Scope(), put)
  for (let chunk = 0; chunk < 10; chunk++) queue.add(bytes(chunk))
  return eventually(() => expect(put).toHaveBeenCalledTimes(3))
})
