// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { VoiceSource } from '../../audio/Microphone'
import { Emitter } from '../../kit/lifecycle/Emitter'
import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import type { Recording, RecordingState } from '../../recording/Recording'
import { RecorderBar } from './RecorderBar'

class Source extends Emitter<{ level: number; change: RecordingState }> {
  readonly upload = { voice: { problem: null }, pose: { problem: null }, offline: false }
  readonly [name: string]: unknown
  state: RecordingState = 'ready'
  turn(state: RecordingState): void {
    this.state = state
    this.emit('change', state)
  }
  hear = (level: number) => this.emit('level', level)
}

let scope: Scope
let bar: RecorderBar
let did: string[]

beforeEach(() => {
  vi.useFakeTimers()
  scope = new Scope()
  did = []
  const act = (name: string) => () => did.push(name)
  bar = new RecorderBar(scope, { record: act('record'), pause: act('pause'), oldRecording: act('old'), restart: act('restart'), done: act('done') }, 'record', 'Turn round first.')
})
afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

const find = (name: string) => bar.element.querySelector<HTMLButtonElement>(`[data-testid="${name}"]`)
const hint = () => bar.element.querySelector('.recorder-hint')?.textContent
const follow = (recording: Source, canGoBack = false) => bar.follow(recording as unknown as Recording, canGoBack)

it('waits with a recording until it may begin, and then toggles it', () => {
  const recording = new Source()
  bar.enable()
  follow(recording, true)
  expect(['record', 'resume', 'restart', 'done'].map((name) => find(name)?.disabled)).toEqual([true, true, true, true])
  expect(['record', 'pause', 'resume', 'oldRecording'].map((name) => find(name)?.hidden)).toEqual([false, true, true, false])
  bar.enable()
  for (const state of ['recording', 'paused', 'ready'] as const) {
    bar.toggle()
    recording.turn(state)
  }
  expect([did, find('done')?.disabled]).toEqual([['record', 'pause', 'record'], true])
})

it('says beforehand what to know, and at the goal that it is reached, once something was said', () => {
  const recording = new Source()
  follow(recording)
  bar.arrived = true
  expect([hint(), bar.element.hasAttribute('data-arrived')]).toEqual([`${t('record.ready')} Turn round first.`, false])
  recording.turn('recording')
  expect([hint(), bar.element.hasAttribute('data-arrived')]).toEqual([t('record.arrived.recording'), true])
  bar.arrived = false
  expect([hint(), bar.element.hasAttribute('data-arrived')]).toEqual([t('record.recording'), false])
})

it('shows the level of the microphone that is heard now', () => {
  const [first, second] = [new Source(), new Source()]
  const level = () => bar.element.querySelector('[role=meter]')?.getAttribute('aria-valuenow')
  for (const source of [first, second]) bar.hear(source as unknown as VoiceSource)
  vi.advanceTimersByTime(1000)
  first.hear(1)
  expect(level()).toBe('0')
  second.hear(1)
  expect(level()).toBe('100')
})
