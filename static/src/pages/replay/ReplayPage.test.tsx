// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { GUIDE, TOUR } from '../../../testing/kinds'
import type { TeamClient } from '../../api/TeamClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { AnnotationView, LandmarksView, MentionView } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { ReplayPage, showNothingChosen } from './ReplayPage'

const gone = new ApiProblem(404, 'missing', 'It is not there.', '')
const WORDS = ['Go', 'past', 'it.'].map((word, index) => ({ word, start_time: index, end_time: index + 0.5, source: 'aligned' as const, confidence: 0.9, start_char: [0, 3, 8][index], end_char: [2, 7, 11][index] }))
const VIEW = {
  ...{ answer: null, args: null, feedback: null, flags: null, heading: 0, transcript: 'Go past it.', pose_trace_url: null, aids: null, actions_url: null, heard: [], drafted: null, reference: [], voice_duration: 3, voice_url: null, walked: ['a'] },
  alignment: { instruction_id: 4, version: 2, state: 'aligned', engine: 'viterbi', timed_instruction: WORDS, edit_distance: null, report: null },
  declares: GUIDE,
  summary: {
    ...{ kind: 'guide', annotation_id: 4, annotator_id: 7, alignment: 'aligned', duration: 3, flags: null, instruction_id: 4, language: 'en-US', outcome: null, path_id: 1 },
    ...{ scan_id: 'house', scores: null, measures: null, submitted_at: '2026-11-20T08:00:00Z' },
  },
} as unknown as AnnotationView

const NO_LANDMARKS: LandmarksView = { instruction_id: 4, scan_id: 'house', mentions: [], chains: [], entities: [], regions: {} }
const MENTION: MentionView = {
  ...{ mention_id: '000004-3-10', start_char: 3, end_char: 10, text: 'past it', chain_id: '000001-c1', stale: false, untimed: null, start_time: 1, end_time: 2.5 },
  ...{ types: [], number: 'one', form: 'name', status: null, source: 'imported' },
}
const SHAPE = { kind: 'view', heading: 0, elevation: 0, width: 0.2, height: 0.2 } as const
const SOME_LANDMARKS: LandmarksView = {
  ...NO_LANDMARKS,
  mentions: [MENTION, { ...MENTION, mention_id: '000004-0-2', start_char: 0, end_char: 2, text: 'Stop', stale: true, untimed: 'stale', start_time: null, end_time: null, chain_id: null }],
  chains: [{ chain_id: '000001-c1', need: 'box', entities: ['house-e1'], parent: null }],
  regions: { b: [{ region_id: 'r1', entity_id: 'house-e1', shape: SHAPE, visible: 'whole', group: false, source: 'imported', quality: 'unjudged' }] },
}

let root: HTMLElement
let scope: Scope
let annotation: () => Promise<AnnotationView>
let landmarks: () => Promise<LandmarksView>
const client = { annotation: () => annotation(), landmarks: () => landmarks(), scan: () => Promise.reject(gone), image: () => Promise.reject(gone) } as unknown as TeamClient
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
  landmarks = () => Promise.resolve(NO_LANDMARKS)
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

it('misses no voice where nobody was asked to speak', async () => {
  annotation = () => Promise.resolve({ ...VIEW, declares: TOUR, alignment: null })
  await load(null)
  expect([find('picture-missing') === null, find('voice-missing')]).toEqual([false, null])
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

it('marks what words name, and says where it is not seen; nothing plays', async () => {
  landmarks = () => Promise.resolve(SOME_LANDMARKS)
  await load(null)
  expect([...root.querySelectorAll('[data-testid=landmark]')].map((mark) => [mark.textContent, mark.getAttribute('aria-label')])).toEqual([['past it.', 'Landmark: past it']])
  expect(find('landmarks-stale')?.textContent).toContain('“Stop”')
  root.querySelectorAll<HTMLElement>('[data-testid=word]')[2]?.click()
  await settle()
  expect(find('time')?.textContent).toBe('0:01.0 / 0:03.0')
  expect(find('play')?.textContent).toBe('Play')
  expect(find('landmarks-said')?.textContent).toBe('“past it” is not seen from here. Places where it is marked: 1')
})

it('has a switch for landmarks, which it remembers, only where there are any', async () => {
  await load(null)
  expect(find('landmarks')).toBeNull()
  landmarks = () => Promise.resolve(SOME_LANDMARKS)
  await load(null)
  find('show-landmarks')?.click()
  await settle()
  expect([find('landmark'), find('landmark-thing')]).toEqual([null, null])
  await load(null)
  expect([find('landmarks') !== null, find('landmark')]).toEqual([true, null])
  find('show-landmarks')?.click()
  await settle()
  expect(find('landmark')?.textContent).toBe('past it.')
})

it('plays without landmarks that cannot be had, and asks again', async () => {
  landmarks = () => Promise.reject(new ApiProblem(503, 'store', 'The disk is slow.', 'Wait.'))
  await load(null)
  expect(find('landmarks-failed')?.textContent).toContain('The disk is slow. Wait.')
  expect(find('time')).not.toBeNull()
  landmarks = () => Promise.resolve(SOME_LANDMARKS)
  find('landmarks-retry')?.click()
  await settle()
  expect([find('landmarks-failed'), find('landmark') !== null]).toEqual([null, true])
})
