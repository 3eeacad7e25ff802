// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { GUIDE } from '../../../testing/kinds'
import type { ApiClient } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { AnnotationView } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { ReplayPage, showNothingChosen } from './ReplayPage'

const gone = new ApiProblem(404, 'missing', 'It is not there.', '')
const WORDS = ['Go', 'past', 'it.'].map((word, index) => ({ word, start_time: index, end_time: index + 0.5, source: 'aligned' as const, confidence: 0.9 }))
const VIEW = {
  ...{ answer: null, args: null, feedback: null, flags: null, heading: 0, transcript: 'Go past it.', pose_trace_url: null, reference: [], voice_duration: 3, voice_url: null, walked: ['a'] },
  alignment: { instruction_id: 4, version: 2, state: 'aligned', engine: 'viterbi', timed_instruction: WORDS, edit_distance: null, report: null },
  declares: GUIDE,
  summary: {
    ...{ kind: 'guide', annotation_id: 4, annotator_id: 7, alignment: 'aligned', duration: 3, flags: null, instruction_id: 4, language: 'en-US', outcome: null, path_id: 1 },
    ...{ scan_id: 'house', scores: null, measures: null, submitted_at: '2026-11-20T08:00:00Z' },
  },
} as unknown as AnnotationView

let root: HTMLElement
let scope: Scope
let annotation: () => Promise<AnnotationView>
const client = { annotation: () => annotation(), scan: () => Promise.reject(gone), image: () => Promise.reject(gone) } as unknown as ApiClient
const find = (name: string) => root.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const settle = () => vi.advanceTimersByTimeAsync(20)
const load = async (moment: number | null) => {
  await new ReplayPage(root, client, { kind: 'guide', annotationId: 4, moment }, scope).load()
  await settle()
}

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/replay?kind=guide&id=4')
  annotation = () => Promise.resolve(VIEW)
  scope = new Scope()
  root = document.createElement('main')
  document.body.replaceChildren(root)
})

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

it('plays what is there, says what is missing, and begins where the address says', async () => {
  await load(1.2)
  expect(root.querySelector('h1')?.textContent).toBe('Guide 4')
  expect(find('time')?.textContent).toBe('0:01.2 / 0:03.0')
  expect(find('picture-missing')?.textContent).toContain('It is not there.')
  expect(find('voice-missing')?.textContent).toContain('imported without it')
  expect(root.querySelector('[data-testid=word][aria-current]')?.textContent).toBe('past')
  expect(find('save-picture')).toBeNull()
  expect(find('facts')?.textContent).toContain('Aligned3 of 3 words')
})

it('goes where a word or a key says, and so does the address', async () => {
  await load(null)
  root.querySelectorAll<HTMLElement>('[data-testid=word]')[2]?.click()
  await settle()
  expect(find('timeline')?.getAttribute('aria-valuetext')).toBe('0:02.0 of 0:03.0')
  await vi.advanceTimersByTimeAsync(400)
  expect(location.search).toBe('?kind=guide&id=4&t=2.00')
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }))
  await settle()
  expect(find('time')?.textContent).toBe('0:00.0 / 0:03.0')
  find('play')?.click()
  await vi.advanceTimersByTimeAsync(600)
  expect(find('play')?.textContent).toBe('Pause')
  expect(find('time')?.textContent).not.toBe('0:00.0 / 0:03.0')
})

it('tells what failed, and tries again', async () => {
  annotation = () => Promise.reject(new ApiProblem(503, 'store', 'The disk is slow.', 'Wait.'))
  await load(null)
  expect(find('problem')?.textContent).toContain('The disk is slow.')
  annotation = () => Promise.resolve(VIEW)
  find('retry')?.click()
  await settle()
  expect(find('problem')).toBeNull()
  expect(find('facts')).not.toBeNull()
})

it('says so where its address names no annotation', () => {
  showNothingChosen(root)
  expect(find('nothing-chosen')?.textContent).toContain('/replay?kind=guide&id=12')
})
