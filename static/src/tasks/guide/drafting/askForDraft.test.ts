// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { ApiClient } from '../../../api/ApiClient'
import { ApiProblem } from '../../../api/ApiProblem'
import type { DraftTranscript } from '../../../api/types'
import { Scope } from '../../../kit/lifecycle/Scope'
import type { Recording } from '../../../recording/Recording'
import { askForDraft } from './askForDraft'

const WORDS = [{ word: 'go', start_time: 0, end_time: 0.8, sure: true }]
const READY: DraftTranscript = { recording_id: 'r1', state: 'ready', reason: '', words: WORDS }
const WAITING: DraftTranscript = { ...READY, state: 'waiting', words: [] }
const BUSY = new ApiProblem(503, 'overloaded', 'The server is busy.', 'Try again.', 2)

const draftTranscript = vi.fn<(...of: unknown[]) => Promise<DraftTranscript>>()
const recording = { answer: () => Promise.resolve({ recording_id: 'r1', voice: { chunks: 1 } }) } as unknown as Recording
let scope: Scope

beforeEach(() => {
  vi.useFakeTimers()
  draftTranscript.mockReset()
  scope = new Scope()
})

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

function asked(of = recording) {
  return askForDraft(scope, { draftTranscript } as unknown as ApiClient, of)
}

it.each([BUSY, ApiProblem.unreachable(), ApiProblem.timedOut()])('asks again after a failure that may pass: $code', async (failure) => {
  draftTranscript.mockResolvedValueOnce(WAITING).mockRejectedValueOnce(failure).mockRejectedValueOnce(failure).mockResolvedValue(READY)
  const words = asked()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await words).toEqual(WORDS)
  expect(draftTranscript).toHaveBeenCalledTimes(4)
})

it('has no draft of nothing, and asks for none without a voice', async () => {
  draftTranscript.mockResolvedValue({ ...READY, words: [] })
  expect(await asked()).toBeNull()
  const silent = { answer: () => Promise.resolve({ recording_id: 'r1', voice: null }) } as unknown as Recording
  expect([await asked(silent), draftTranscript.mock.calls]).toEqual([null, [['r1', { chunks: 1 }]]])
})

it('waits as long as a busy server asks for', async () => {
  draftTranscript.mockRejectedValueOnce(BUSY).mockResolvedValue(READY)
  const words = asked()
  await vi.advanceTimersByTimeAsync(1_900)
  expect(draftTranscript).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(await words).toEqual(WORDS)
})

it('asks no more after a refusal, nor once the page has gone on', async () => {
  draftTranscript.mockRejectedValueOnce(new ApiProblem(403, 'forbidden', '', ''))
  expect(await asked()).toBeNull()
  draftTranscript.mockRejectedValue(BUSY)
  const words = asked()
  await vi.advanceTimersByTimeAsync(100)
  scope.dispose()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await words).toBeNull()
  expect(draftTranscript).toHaveBeenCalledTimes(2)
})
