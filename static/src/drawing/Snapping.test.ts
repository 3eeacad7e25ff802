import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { settled } from '../../testing/until'
import { Scope } from '../kit/lifecycle/Scope'
import type { Region, ViewBox } from '../regions/shapes'
import type { DrawnRegion } from './history/drawn'
import { Snapping } from './Snapping'

const box = (width: number): ViewBox => ({ kind: 'view', heading: 0, elevation: 0, width, height: 0.2 })
const DRAWN: DrawnRegion = { viewpointId: 'a', shape: box(0.3), clicked: null }

let scope: Scope
let snapping: Snapping
let asked: { signal: AbortSignal; answer: (better: Region) => void; refuse: (reason: Error) => void }[]
let told: [string, unknown][]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  scope = new Scope()
  asked = []
  told = []
  snapping = new Snapping(scope, (_, signal) => new Promise((answer, refuse) => asked.push({ signal, answer, refuse })), 5)
  for (const name of ['found', 'failed'] as const) snapping.on(name, (event) => told.push([name, event]))
  snapping.ask(DRAWN)
})
afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

const state = () => [snapping.waiting, snapping.preview, told]

it('holds what was found until it is left', async () => {
  expect(state()).toEqual([true, null, []])
  asked[0]?.answer(box(0.25))
  await settled()
  expect(state()).toEqual([false, box(0.25), [['found', box(0.25)]]])
  snapping.leave()
  expect(snapping.preview).toBeNull()
})

it.each([
  ['nothing is', () => asked[0]?.refuse(new Error('none'))],
  ['it would be refused', () => asked[0]?.answer(box(0.0001))],
])('says that nothing was found where %s', async (_, answer) => {
  answer()
  await settled()
  expect(state()).toEqual([false, null, [['failed', 'none']]])
})

it('waits five seconds, and takes no answer to an earlier question', async () => {
  vi.advanceTimersByTime(4999)
  expect(snapping.waiting).toBe(true)
  vi.advanceTimersByTime(1)
  expect([state(), asked[0]?.signal.aborted]).toEqual([[false, null, [['failed', 'slow']]], true])
  snapping.ask(DRAWN)
  asked[0]?.answer(box(0.25))
  await settled()
  expect([snapping.waiting, snapping.preview]).toEqual([true, null])
})
