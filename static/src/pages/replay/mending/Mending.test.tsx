// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { ApiProblem } from '../../../api/ApiProblem'
import type { TimedWord } from '../../../api/types'
import { Scope } from '../../../kit/lifecycle/Scope'
import { drawInto } from '../../../kit/view/drawing'
import { PassingTime } from '../../../replay/playback/playback'
import { Replay } from '../../../replay/playback/Replay'
import { ownVoice } from '../../../replay/playback/voiceTrack'
import { timedWord } from '../../../../testing/timedWord'
import { type Mended, Mending } from './Mending'
import { MendingPanel } from './MendingPanel'

const WORDS: TimedWord[] = [
  timedWord('go', 0, 1),
  timedWord('past', 2, 3),
]

let place: HTMLElement
let scope: Scope
let replay: Replay
let mending: Mending
const corrected = vi.fn<(id: number, wanted: unknown) => Promise<never>>()
const ended = vi.fn()
/** Takes the words' boxes as a waveform does, and shows all of its voice. */
const waveform = {
  overlay: (element: HTMLElement, until: Scope) => {
    place.append(element)
    until.add(() => element.remove())
  },
  zoom: vi.fn(),
  reveal: vi.fn(),
}
const find = (name: string) => place.querySelector<HTMLElement>(`[data-testid=${name}]`)!
const field = (name: string) => find(name) as HTMLInputElement
const status = () => find('mend-status').textContent
const settle = () => vi.advanceTimersByTimeAsync(0)
async function enter(name: string, value: string): Promise<void> {
  field(name).value = value
  field(name).dispatchEvent(new Event('change'))
  await settle()
}

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  corrected.mockResolvedValue(undefined as never)
  scope = new Scope()
  place = document.createElement('div')
  document.body.replaceChildren(place)
  const panel = document.createElement('div')
  place.append(panel)
  replay = new Replay(new PassingTime(10, null, ownVoice(10)), 10, scope)
  replay.seek(1.5)
  const mended = { instructionId: 4, language: 'en-US', version: 2, words: WORDS, waveform, replay } as unknown as Mended
  mending = new Mending(scope, { correctWords: corrected }, mended, ended)
  drawInto(panel)(<MendingPanel mending={mending} language="en-US" />)
})

it('begins at the word that comes next, on its first edge', () => {
  expect(field('mend-word').value).toBe('past')
  expect(field('mend-start').value).toBe('2.000')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Start of “past”')
  expect(place.querySelector('[data-selected]')?.textContent).toBe('past')
  expect(status()).toBe('There are no changes yet.')
  expect(waveform.zoom).toHaveBeenCalledWith(10 / 6)
})

it('moves an edge by a key, takes it back, and keeps the focus there', async () => {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true }))
  await settle()
  expect(document.activeElement?.getAttribute('aria-valuenow')).toBe('2.10')
  expect(field('mend-start').value).toBe('2.100')
  expect(status()).toBe('1 change, not saved.')
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true }))
  await settle()
  expect(field('mend-start').value).toBe('2.000')
  expect(field('mend-save').hasAttribute('disabled')).toBe(true)
})

it('lets a word be typed, parted and left out, but not the last one', async () => {
  await enter('mend-word', 'past it')
  expect(place.querySelectorAll('.word-box')).toHaveLength(3)
  await enter('mend-word', '')
  await enter('mend-word', '')
  await enter('mend-word', '')
  expect(place.querySelectorAll('.word-box')).toHaveLength(1)
  expect(field('mend-word').value).toBe('go')
})

it('saves what was changed, and ends', async () => {
  await enter('mend-end', '3.5')
  find('mend-save').click()
  await settle()
  expect(corrected.mock.calls).toEqual([[4, { version: 2, words: [{ word: 'go', start_time: 0, end_time: 1 }, { word: 'past', start_time: 2, end_time: 3.5 }] }]])
  expect(ended).toHaveBeenCalledWith(true)
  expect(place.querySelector('.word-track')).toBeNull()
})

it('keeps what was changed where somebody else was faster', async () => {
  corrected.mockRejectedValue(new ApiProblem(409, 'changed', 'Changed by somebody else.', 'Look at it.'))
  await enter('mend-word', 'passed')
  find('mend-save').click()
  await settle()
  expect(status()).toContain('Not saved. Changed by somebody else. Look at it.')
  expect(field('mend-word').value).toBe('passed')
  expect(field('mend-save').hasAttribute('disabled')).toBe(false)
  find('mend-theirs').click()
  expect(ended).toHaveBeenCalledWith(true)
})

it('goes from word to word, no further than there are any, and plays the chosen one alone', () => {
  const played = vi.spyOn(replay, 'playBetween').mockImplementation(() => undefined)
  const walk = [-1, -5, 9].map((by) => {
    mending.step(by)
    mending.play()
    return [mending.word?.word, replay.time]
  })
  expect([walk, played.mock.calls]).toEqual([[['go', 0], ['go', 0], ['past', 2]], [[0, 1], [0, 1], [2, 3]]])
  expect(waveform.reveal.mock.calls.slice(-2)).toEqual([[-2], [0]])
})

it('ends at once where nothing was changed, and shows all of the voice again', async () => {
  await mending.cancel()
  expect([ended.mock.calls, waveform.zoom.mock.lastCall]).toEqual([[[false]], [1]])
})

it('says why saving failed until the next change', async () => {
  corrected.mockRejectedValue(new ApiProblem(503, 'busy', 'Not now.', ''))
  mending.retype('passed')
  const saving = mending.save()
  expect(mending.canSave).toBe(false)
  await saving
  expect([mending.problem?.message, mending.canSave]).toEqual(['Not now.', true])
  mending.retype('pass')
  expect([mending.problem, mending.changes]).toEqual([null, 2])
})

describe('by pointer', () => {
  const box = (index: number) => place.querySelector<HTMLElement>(`[data-index="${index}"]`)!
  const point = (type: string, x: number, on: Element = box(0), button = 0) => on.dispatchEvent(new PointerEvent(`pointer${type}`, { bubbles: true, cancelable: true, button, clientX: x }))
  const state = () => [mending.word?.word, mending.word?.start_time, mending.word?.end_time, mending.changes]

  beforeEach(() => {
    // A second of the voice is 100 pixels wide.
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
    vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
  })
  afterEach(() => void vi.restoreAllMocks())

  it('an edge or a whole word is dragged, each as one change', () => {
    point('down', 300, box(1).querySelector('[data-edge=end_time]')!)
    point('move', 302)
    expect(state()).toEqual(['past', 2, 3, 0])
    for (const x of [350, 340]) point('move', x)
    point('up', 340)
    point('move', 400)
    expect(state()).toEqual(['past', 2, 3.4, 1])
    point('down', 250, box(1).querySelector('.word-label')!)
    point('move', 300)
    point('cancel', 300)
    expect(state()).toEqual(['past', 2.5, 3.9, 2])
    mending.takeBack()
    expect(state()).toEqual(['past', 2, 3.4, 1])
  })

  it('a word that is clicked is chosen and played, and by the first button alone', () => {
    const played = vi.spyOn(replay, 'playBetween').mockImplementation(() => undefined)
    point('down', 50, box(0), 2)
    point('up', 50)
    expect([mending.word?.word, played.mock.calls]).toEqual(['past', []])
    point('down', 50, box(0))
    point('up', 52)
    expect([state(), played.mock.calls]).toEqual([['go', 0, 1, 0], [[0, 1]]])
  })
})

it('moves an edge by a hundredth of a second, and by no key that is held with another', async () => {
  const edge = place.querySelector<HTMLElement>('[data-index="0"] [data-edge=end_time]')!
  const press = (key: string, held: KeyboardEventInit = {}) => edge.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...held }))
  press('ArrowUp')
  for (const held of ['altKey', 'ctrlKey', 'metaKey']) press('ArrowUp', { [held]: true })
  press('Home')
  await settle()
  expect(edge.getAttribute('aria-valuenow')).toBe('1.01')
  press('ArrowDown', { shiftKey: true })
  await settle()
  expect([edge.getAttribute('aria-valuenow'), mending.changes]).toEqual(['0.91', 2])
})

it('takes nothing back while somebody types, and no time that is none', async () => {
  mending.retype('passed')
  await settle()
  field('mend-word').dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
  await enter('mend-start', '')
  expect([mending.word?.word, mending.changes]).toEqual(['passed', 1])
})

it('asks before changes are lost', async () => {
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leaves()).toBe(true)
  mending.retype('passed')
  expect(leaves()).toBe(false)
  for (const [name, calls] of [['confirm-no', []], ['confirm-yes', [[false]]]] as const) {
    const cancelled = mending.cancel()
    expect(document.querySelector('dialog')?.textContent).toContain('1 change will be lost.')
    document.querySelector<HTMLElement>(`[data-testid=${name}]`)?.click()
    await cancelled
    expect(ended.mock.calls).toEqual(calls)
  }
})
