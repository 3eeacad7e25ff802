// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestMicrophone } from '../../testing/TestMicrophone'
import { TestScreen } from '../../testing/TestScreen'
import type { VoiceSource } from '../audio/Microphone'
import type { Block } from '../audio/pcm'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import { VoiceRecorder } from './VoiceRecorder'

const RATE = 1000

let screen: TestScreen
let page: Scope
/** What was given on: how many samples, and until which second. */
let slices: [length: number, until: number][]

beforeEach(() => {
  screen = new TestScreen()
  page = new Scope()
  slices = []
})
afterEach(() => {
  page.dispose()
  screen.close()
})

const open = (earlier = new Int16Array(0)) => new VoiceRecorder(page, RATE, earlier, (samples, until) => slices.push([samples.length, until]))

it('gives on a slice every quarter of a second, and all that is left at the end', async () => {
  const voice = open()
  await voice.begin(new TestMicrophone(page, RATE))
  await screen.pass(0.6)
  voice.end()
  const completed = voice.completed()
  await screen.pass(0.05)
  await completed
  voice.flush()
  expect(slices).toEqual([[250, 0.25], [250, 0.5], [100, Infinity]])
  expect(voice.seconds).toBe(0.6)
})

it('goes on counting where an interrupted recording ended', async () => {
  const voice = open(new Int16Array(1500))
  expect(voice.seconds).toBe(1.5)
  await voice.begin(new TestMicrophone(page, RATE))
  await screen.pass(0.3)
  expect(slices).toEqual([[250, 1.75]])
  expect(voice.secondAt(performance.now())).toBeCloseTo(1.8)
})

it('stands still at the seconds that it has while no microphone was opened', async () => {
  const voice = open(new Int16Array(1500))
  expect(voice.secondAt(performance.now())).toBe(1.5)
  voice.end()
  let completed = false
  void voice.completed().then(() => (completed = true))
  await screen.pass(1.1)
  expect([completed, voice.seconds]).toEqual([true, 1.5])
})

it('has every sample in its order, however long it is', async () => {
  const [voice, microphone] = [open(Int16Array.of(7)), new SteadyMicrophone()]
  await voice.begin(microphone as unknown as VoiceSource)
  for (let frame = 0; frame < 5000; frame += 2) microphone.tell(frame)
  const samples = new Int16Array((await voice.wav().arrayBuffer()).slice(44))
  expect(samples).toEqual(Int16Array.of(7, ...Array.from({ length: 5000 }, (_, index) => index)))
})

/** Whose samples are their own numbers. */
class SteadyMicrophone extends Emitter<{ block: Block }> {
  start = () => Promise.resolve()
  frameAt = () => 0

  tell(frame: number): void {
    this.emit('block', { frame, samples: Int16Array.of(frame, frame + 1), at: 0 })
  }
}
