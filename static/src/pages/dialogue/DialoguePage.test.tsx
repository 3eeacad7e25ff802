// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestAudio } from '../../../testing/TestAudio'
import { timedWord } from '../../../testing/timedWord'
import { ApiProblem } from '../../api/ApiProblem'
import type { TeamClient } from '../../api/TeamClient'
import type { DialogueSide, DialogueView } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { DialoguePage, showNothingChosen } from './DialoguePage'

const gone = new ApiProblem(404, 'missing', 'It is not there.', '')
const aligned = (...words: ReturnType<typeof timedWord>[]) => ({ state: 'aligned', engine: 'test', timed_instruction: words }) as unknown as DialogueSide['alignment']
const side = (role: string, begins: number, parts: Partial<DialogueSide>): DialogueSide => ({
  ...{ role, kind: 'guide_two', annotation_id: begins === 0 ? 1 : 2, annotator_id: 7, duration: 4, walked: ['a'], transcript: '', texts: [], alignment: null, scores: {} },
  ...{ clock: { starts: [0], begins: [begins], rate: 1, bound: 0.01 }, voice_url: `/${role}`, pose_trace_url: null },
  ...parts,
})
const VIEW: DialogueView = {
  ...{ pairing_id: 'p/1', kind: 'guide_two', scan_id: 'house', path_id: 3, language: 'en-US', heading: 0, path: ['a', 'b'], goal: 'b', asked: {}, fault: '' },
  sides: [
    side('oracle', 0, { transcript: 'Go on.', texts: [{ time: 2, words: 'Stop.' }, { time: null, words: 'Hm' }], alignment: aligned(timedWord('Go', 0.5, 1), timedWord('on.', 1, 2, 'interpolated')) }),
    side('navigator', 1.5, { transcript: 'Here?', alignment: aligned(timedWord('Here?', 0.2, 0.6)), scores: { goal_progress: 2.5 } }),
  ],
  turns: [
    { role: 'oracle', start: 0.5, end: 2, words: 'Go on.', typed: false },
    { role: 'navigator', start: 1.7, end: 2.1, words: 'Here?', typed: false },
    { role: 'oracle', start: 2, end: 2, words: 'Stop.', typed: true },
  ],
  figures: {
    ...{ seconds: 5.5, overlap: 0.25, floor_transfer: -0.3, response: -0.5, bound: 0.02, exchanges: [{ start: 0.5, words: 'Go on.', progress: 2 }] },
    sides: [
      { role: 'oracle', words: 2, texts: 2, turns: 2, speech_seconds: 0.5, voice_delay: null },
      { role: 'navigator', words: 1, texts: 0, turns: 1, speech_seconds: 0.4, voice_delay: 0.18 },
    ],
  },
}
const UNTIMED: DialogueView = {
  ...VIEW,
  sides: [{ ...VIEW.sides[0]!, clock: null }, { ...VIEW.sides[1]!, alignment: null }],
  turns: [],
  figures: {
    ...{ seconds: 5.5, overlap: null, floor_transfer: null, response: null, bound: null, exchanges: null },
    sides: VIEW.figures.sides.map((each) => ({ ...each, turns: null, speech_seconds: null })),
  },
}

let root: HTMLElement
let scope: Scope
let dialogue: () => Promise<DialogueView>
const client = {
  dialogue: () => dialogue(),
  blob: (url: string) => Promise.resolve(new Blob([url])),
  scan: () => Promise.reject(gone),
  image: () => Promise.reject(gone),
} as unknown as TeamClient
const find = (name: string) => root.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]
const lit = () => all('[data-testid=word][aria-current]').map((word) => word.textContent)
const voices = () => TestAudio.made.slice(-2)
const facts = () => all('[data-testid=facts] dl > div').map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent])
const load = async (moment: number | null = null) => {
  await new DialoguePage(root, client, { pairingId: 'p/1', moment }, scope).load()
  await vi.advanceTimersByTimeAsync(20)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Audio', TestAudio)
  history.replaceState(null, '', '/dialogue?id=p%2F1')
  dialogue = () => Promise.resolve(VIEW)
  scope = new Scope()
  root = document.createElement('main')
  document.body.replaceChildren(root)
})
afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

it('shows turns on one line, and lights what each side says at a moment', async () => {
  await load(1.8)
  expect(all('[data-testid=turn]').map((turn) => [turn.dataset.role, turn.querySelector('.turn-time')?.textContent, turn.querySelector('.spoken, .turn-text')?.textContent.trim()])).toEqual([
    ['oracle', '0:00.5', 'Go on.'],
    ['navigator', '0:01.7', 'Here?'],
    ['oracle', '0:02.0', 'Stop.'],
  ])
  expect([lit(), find('words-legend')?.textContent]).toEqual([['on.', 'Here?'], 'dotted time interpolated between its neighbours (1)'])
  expect(all('.turn-typed').map((note) => note.textContent)).toEqual(['typed', 'typed while nothing was recorded'])
})

it('goes where a word, a turn, a key or an answer says, with both voices, and so does the address', async () => {
  await load()
  all('[data-testid=word]').at(-1)?.click()
  await vi.advanceTimersByTimeAsync(400)
  expect([find('time')?.textContent, location.search, voices().map(({ currentTime }) => currentTime)]).toEqual(['0:01.7 / 0:05.5', '?id=p%2F1&t=1.70', [1.7, expect.closeTo(0.2)]])
  const key = (name: string, shiftKey = false) => document.dispatchEvent(new KeyboardEvent('keydown', { key: name, shiftKey }))
  key('ArrowLeft', true)
  await vi.advanceTimersByTimeAsync(20)
  expect(lit()).toEqual(['on.'])
  key('Home')
  all('.turn-time')[2]?.click()
  await vi.advanceTimersByTimeAsync(20)
  expect(find('timeline')?.getAttribute('aria-valuenow')).toBe('2')
  find('answers')?.querySelector('button')?.click()
  await vi.advanceTimersByTimeAsync(20)
  expect(find('timeline')?.getAttribute('aria-valuenow')).toBe('0.5')
})

it('plays both voices, each while it was recorded, and mutes one', async () => {
  await load()
  find('play')?.click()
  await vi.advanceTimersByTimeAsync(600)
  expect(voices().map(({ paused }) => paused)).toEqual([false, true])
  await vi.advanceTimersByTimeAsync(1200)
  expect(voices().map(({ paused }) => paused)).toEqual([false, false])
  find('mute-oracle')?.click()
  await vi.advanceTimersByTimeAsync(20)
  expect([find('mute-oracle')?.getAttribute('aria-pressed'), find('mute-navigator')?.getAttribute('aria-pressed'), voices().map(({ muted }) => muted)]).toEqual(['true', 'false', [true, false]])
})

it('tells figures, and leads to each side alone', async () => {
  await load()
  expect(facts()).toEqual(
    expect.arrayContaining([
      ['Overlap', '25 %'],
      ['Median gap', '-0.3 s'],
      ['Median response', '-0.5 s'],
      ['Voice delay', '180 ms'],
      ['Clocks', '±20 ms'],
      ['Speech', '0.5 s'],
      ['goal progress', '2.50'],
    ]),
  )
  expect([find('answers')?.textContent, find('alone-navigator')?.getAttribute('href')]).toEqual(['Answers0:00.5Go on.+2.0 m', '/replay?kind=guide_two&id=2'])
})

it('says why something is not known, and plays the rest', async () => {
  dialogue = () => Promise.resolve(UNTIMED)
  await load()
  expect(find('beside-oracle')?.textContent).toContain('Nobody knows when this side was')
  expect(find('beside-oracle')?.querySelector('a')?.getAttribute('href')).toBe('/replay?kind=guide_two&id=1')
  expect(find('beside-navigator')?.textContent).toContain('pangea align')
  expect([find('lane-oracle'), find('lane-navigator') !== null]).toEqual([null, true])
  const unknown = facts().filter(([, value]) => value?.startsWith('–'))
  expect(unknown.map(([name]) => name)).toEqual(['Overlap', 'Median gap', 'Median response', 'Clocks', 'Turns', 'Speech', 'Voice delay', 'Turns', 'Speech'])
  expect(unknown[3]?.[1]).toContain('no line to the server')
  expect(find('answers')?.textContent).toContain('both voices aligned')
})

it('plays nothing where neither side is on the line', async () => {
  dialogue = () => Promise.resolve({ ...UNTIMED, sides: UNTIMED.sides.map((each) => ({ ...each, clock: null })), figures: { ...UNTIMED.figures, seconds: null } })
  await load()
  expect([find('play'), find('beside-oracle') !== null, find('beside-navigator') !== null]).toEqual([null, true, true])
})

it('shows no camera and misses none of who had the plan alone', async () => {
  const sides = [side('observer', 0, { kind: 'locate_two' }), side('locator', 1.5, { kind: 'locate_two', walked: [], scores: { error: null, success: null } })]
  dialogue = () => Promise.resolve({ ...VIEW, kind: 'locate_two', path: ['a'], goal: null, turns: [], sides, figures: { ...VIEW.figures, exchanges: null } })
  await load()
  expect([find('trace-missing')?.textContent, find('timeline')?.closest('section')?.textContent]).toEqual([
    'The pose trace is missing. Observer: Nothing was recorded.', expect.stringContaining('Steps of Observer')])
  expect(find('answers')?.textContent).toContain('no goal was asked for')
})

it('says why figures are missing that need the place', async () => {
  dialogue = () => Promise.resolve({ ...VIEW, figures: { ...VIEW.figures, exchanges: null }, fault: 'There is no scan castle.' })
  await load()
  expect(find('answers')?.innerHTML).toContain('There is no scan castle.')
})

it('tells what failed, and tries again', async () => {
  dialogue = () => Promise.reject(new ApiProblem(503, 'store', 'The disk is slow.', 'Wait.'))
  await load()
  expect(find('problem')?.textContent).toContain('The disk is slow.')
  dialogue = () => Promise.resolve(VIEW)
  find('retry')?.click()
  await vi.advanceTimersByTimeAsync(20)
  expect([find('problem'), find('facts') !== null]).toEqual([null, true])
})

it('says so where its address names no dialogue', () => {
  showNothingChosen(root)
  expect(find('nothing-chosen')?.textContent).toContain('/dialogue?id=')
})
