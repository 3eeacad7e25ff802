// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { house } from '../../../testing/house'
import { TestGpu } from '../../../testing/TestGpu'
import { TestPictures } from '../../../testing/TestPictures'
import { TestScreen } from '../../../testing/TestScreen'
import { Refusal, TestServer } from '../../../testing/TestServer'
import { settled, until } from '../../../testing/until'
import { ApiClient } from '../../api/ApiClient'
import type { ExerciseResult, ItemTruth } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import type { LandmarkKind } from '../landmarks/kind'
import { phraseOf } from '../landmarks/testing'
import type { Phrase } from '../landmarks/wire'
import { showExercise } from './showExercise'

interface Asked {
  phrase: Phrase
}
const phrase = phraseOf('Go past the sofa.', 'the sofa')
const kind: LandmarkKind<Asked, { verdict: string }> = {
  id: 'sign',
  texts: () => ({ title: 'Signs', step: 'Answer', introduction: { title: 'What to do', steps: [{ title: 'Look', text: 'At it.' }] } }),
  phrases: ({ phrase: asked }) => [asked],
  places: 'path',
  question: () => 'Is it so?',
  show: ({ offer }) => offer([{ name: 'yes', label: 'Yes', answer: { verdict: 'same' } }, { name: 'no', label: 'No', answer: { verdict: 'different' } }]),
}
const at = (viewpoint_id: string, heading: number) => ({ viewpoint_id, shape: { kind: 'view' as const, heading, elevation: 0, width: 0.2, height: 0.2 } })
const truth = (value: string, marks: boolean[]): ItemTruth => ({ value, marks, drawn: null, overlap: null, odd: [], outer: [], spans: [], regions: [{ phrase: 0, ...at('b', 1) }], shown: [] })

let screen: TestScreen
let server: TestServer
let scope: Scope
let phases: string[]
let went: number
let sent: unknown[]
let result: ExerciseResult

beforeEach(async () => {
  screen = new TestScreen()
  server = new TestServer()
  scope = new Scope()
  ;[phases, went, sent] = [[], 0, []]
  result = { enough: true, passed: true, needed: 1, right: 1, total: 2, items: [truth('same', [true]), truth('different', [false])] }
  const gpu = new TestGpu()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return gpu.create(this)
  })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.stubGlobal('fetch', server.request)
  server.on('GET /me/exercises/sign', () => ({ scan: house(), args: { items: [{ phrase }, { phrase }], path: ['a', 'b'], reach: ['a', 'b'], types: [] }, start: { viewpoint_id: 'a', heading: 0 }, number: 3, needed: 1, total: 2, passed: false, language: 'en' }))
  server.on('POST /me/exercises/sign', ({ body }) => {
    sent.push(body)
    return result
  })
  await open()
})
afterEach(() => {
  scope.dispose()
  screen.close()
})

const find = (name: string) => screen.element.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const text = (name: string) => find(name)?.textContent
const click = (name: string) => find(name)?.click()
const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, bubbles: true, cancelable: true }))
const shown = (...names: string[]) => names.filter((name) => find(name) !== null)

async function open(): Promise<void> {
  const pictures = new TestPictures()
  pictures.let(() => 'come')
  const turn = (phase: string) => {
    phases.push(phase)
    screen.element.replaceChildren()
    return screen.element
  }
  const client = Object.assign(new ApiClient('secret', undefined, server.request), { image: pictures.load })
  await showExercise({ scope, root: screen.element, turn, client, kind: 'sign', next: () => void (went += 1) }, kind)
}
async function answer(...names: string[]): Promise<void> {
  click('exercise-start')
  await screen.pass(1)
  for (const name of names) click(`answer-${name}`)
  click('submit')
  await until(() => find('exercise-feedback') !== null || find('problem') !== null)
  await screen.pass(1)
}

it('says that it is an exercise, and what to do', () => {
  expect([screen.element.querySelector('h1')?.textContent, text('exercise-note')?.includes('You pass with 1 of 2 right answers'), screen.element.querySelector('.instructions')?.textContent]).toEqual(['What to do', true, 'LookAt it.'])
})

it('sends the answers under its number, and tells of each whether it was right', async () => {
  await answer('yes', 'no')
  expect([sent, phases]).toEqual([[{ number: 3, answer: { answers: [expect.objectContaining({ verdict: 'same', comment: '' }), expect.objectContaining({ verdict: 'different' })] } }], ['instructions', 'walk', 'submit', 'walk']])
  expect([text('exercise-passed'), text('exercise-state'), find('exercise-state')?.dataset.state, document.activeElement, text('exercise-why')]).toEqual(['1 of 2 right · You have passed.', 'Right', 'right', find('exercise-state'), 'This is one and the same thing.'])
  expect([...screen.element.querySelectorAll<HTMLElement>('.exercise-progress li > button')].map((mark) => [mark.dataset.state, mark.getAttribute('aria-current')])).toEqual([['right', 'step'], ['wrong', null]])
  expect([...screen.element.querySelectorAll('.viewer-region')].map((region) => [region.textContent, region.hasAttribute('data-lit')])).toEqual([['the sofa', true]])
  expect([find('viewer')?.dataset.viewpointId, Number(find('viewer')?.dataset.heading), screen.element.querySelector('.exercise-legend')?.textContent]).toEqual(['b', 1, 'What is meant'])
})

it('leads from answer to answer, and to the tasks at any time', async () => {
  await answer('yes', 'no')
  expect([...screen.element.querySelectorAll('.exercise-end > button > span:first-of-type')].map(({ textContent }) => textContent)).toEqual(['Next answer', 'Go to the tasks', 'Practise once more'])
  expect(find('exercise-next')?.classList.contains('button-primary')).toBe(true)
  press('k')
  expect(text('exercise-state')).toBe('Right')
  press('a')
  expect([text('exercise-state'), shown('exercise-next'), find('exercise-over')?.classList.contains('button-primary'), find('exercise-again')?.classList.contains('button-primary')]).toEqual(['Not right', [], true, false])
  press('j')
  expect(text('exercise-state')).toBe('Not right')
  click('exercise-item-1')
  expect(text('exercise-state')).toBe('Right')
  click('exercise-over')
  expect(went).toBe(1)
})

it('offers only another exercise to who has not passed', async () => {
  result = { ...result, enough: false, passed: false, needed: 2 }
  await answer('yes', 'no')
  expect([text('exercise-failed'), shown('exercise-over')]).toEqual(['1 of 2 right · 2 are needed. Look at what is right, then try another exercise.', []])
  press('a')
  expect(find('exercise-again')?.classList.contains('button-primary')).toBe(true)
  press('a')
  await until(() => find('exercise-start') !== null)
  expect([went, server.count('GET /me/exercises/sign')]).toEqual([0, 2])
})

it('leads from place to place of what was shown and what is right, and round', async () => {
  result = { ...result, items: [{ ...truth('same', [true]), shown: [at('a', -1)] }, truth('different', [true])] }
  await answer('yes', 'no')
  const place = () => [find('viewer')?.dataset.viewpointId, Number(find('viewer')?.dataset.heading), text('place')]
  expect(place()).toEqual(['a', -1, 'Place 1 of 2'])
  for (const [key, seen] of [['n', ['b', 1, 'Place 2 of 2']], ['n', ['a', -1, 'Place 1 of 2']], ['m', ['b', 1, 'Place 2 of 2']]] as const) {
    press(key)
    await screen.pass(2)
    expect(place()).toEqual(seen)
  }
  press('j')
  expect(text('place')).toBeUndefined()
})

it('says how many of several are right', async () => {
  result = { ...result, items: [truth('same', [true, false, true]), truth('different', [true])] }
  await answer('yes', 'no')
  expect(text('exercise-state')).toBe('2 of 3 sentences are right')
})

it('keeps the answers where they could not be sent', async () => {
  server.on('POST /me/exercises/sign', () => new Refusal(422, 'invalid'))
  await answer('yes', 'no')
  click('back')
  await settled()
  expect(find('all-answered')).not.toBeNull()
})

it('says when there is no exercise, and asks again', async () => {
  server.refuse((call) => (call === 'GET /me/exercises/sign' ? new Refusal(503, 'busy') : null))
  await open()
  expect([phases.at(-1), find('problem') !== null]).toEqual(['problem', true])
  server.refuse(() => null)
  click('retry')
  await until(() => find('exercise-start') !== null)
})
