// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { VoiceSource } from '../../../audio/Microphone'
import type { Block } from '../../../audio/pcm'
import { Emitter } from '../../../kit/lifecycle/Emitter'
import { Scope } from '../../../kit/lifecycle/Scope'
import type { Recording } from '../../../recording/Recording'
import { Hints } from './Hints'

import '../../../kit/messages/messages'

const RULES = { silent_seconds: 5, quiet_decibels: -42, clipped_share: 0.02, goal_seconds: 2, look_seconds: 60, apart_seconds: 45, off: [] }

class Source extends Emitter<{ block: Block; level: number; ended: null; viewpointchange: { viewpointId: string } }> {
  readonly sampleRate = 1000
  say(peak: number) {
    this.emit('block', { frame: 0, at: 0, samples: Int16Array.from({ length: 100 }, (_, at) => peak * (at % 2 === 0 ? 1 : -1)) })
  }
  arrive(viewpointId: string) {
    this.emit('viewpointchange', { viewpointId })
  }
}

let scope: Scope
let stretch: Scope
let source: Source
let hints: Hints
let recording: { recorded: number; state: string }

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  scope = new Scope()
  stretch = new Scope(scope)
  source = new Source()
  recording = { recorded: 0, state: 'recording' }
  hints = new Hints(scope, source, RULES, 'goal')
  hints.watch(stretch, recording as unknown as Recording, source as unknown as VoiceSource)
  document.body.replaceChildren(hints.element)
})
afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

async function pass(seconds: number, each: () => void = () => undefined): Promise<void> {
  for (let step = 0; step < seconds * 10; step++) {
    recording.recorded += recording.state === 'recording' ? 0.1 : 0
    each()
    await vi.advanceTimersByTimeAsync(100)
  }
}
const shown = () => hints.element.querySelector<HTMLElement>('[data-hint]')?.dataset.hint ?? null

it('gives a hint in silence, for eight seconds', async () => {
  await pass(4.4)
  expect(shown()).toBeNull()
  await pass(1.5)
  expect(shown()).toBe('silent')
  await pass(8.1)
  expect(shown()).toBeNull()
})

it('gives none to who speaks, and none while the recording rests', async () => {
  await pass(20, () => source.say(10_000))
  expect(shown()).toBeNull()
  recording.state = 'paused'
  await pass(20)
  expect(shown()).toBeNull()
})

it('hears a voice that is cut off, and sees the goal', async () => {
  await pass(2, () => source.say(32_700))
  expect(shown()).toBe('clipped')
  await pass(4)
  source.arrive('goal')
  await pass(4)
  expect(shown()).toBe('goal')
})

it('gives none to who wants none, also in the next task', async () => {
  await pass(6)
  hints.element.querySelector<HTMLElement>('[data-testid=hints-off]')?.click()
  expect([shown(), hints.element.textContent === '']).toEqual([null, false])
  await pass(60)
  expect([shown(), hints.element.textContent]).toEqual([null, ''])
})

it('takes a hint away when the stretch ends', async () => {
  await pass(6)
  stretch.dispose()
  expect(hints.element.childElementCount).toBe(0)
})
