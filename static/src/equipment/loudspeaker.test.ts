// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestMicrophone } from '../../testing/TestMicrophone'
import { TestScreen } from '../../testing/TestScreen'
import { Scope } from '../kit/lifecycle/Scope'
import { hearsLoudspeaker, sweepHeard } from './loudspeaker'

const RATE = 48_000

/** What was played last, and how many contexts are open. */
let played: Float32Array
let open: number

class TestContext {
  readonly sampleRate = RATE
  readonly destination = {}
  constructor() {
    open++
  }
  createBuffer = () => ({ copyToChannel: (samples: Float32Array) => void (played = samples) })
  close = () => Promise.resolve(open--)
}

beforeEach(() => {
  open = 0
  vi.stubGlobal('AudioContext', TestContext)
  vi.stubGlobal('AudioBufferSourceNode', class {
    connect = () => undefined
    start = () => undefined
  })
})

/** Noise that is the same each time. */
function noise(length: number, loudness: number): Float32Array {
  let state = 1
  return Float32Array.from({ length }, () => ((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5) * 2 * loudness)
}

/** A low voice, whose pitch rises and falls. */
const voice = (length: number) =>
  Float32Array.from({ length }, (_, index) => {
    const turns = (140 * index) / RATE + 3 * Math.sin((2 * index) / RATE)
    return [1, 2, 3, 5, 8, 12].reduce((sum, harmonic) => sum + Math.sin(2 * Math.PI * harmonic * turns) / harmonic, 0) / 4
  })

/** The sweep at a place, as a room carries it: quieter, and once more some milliseconds later. */
function inRoom(background: Float32Array, share: number, at: number): Int16Array {
  const heard = background.map((sample) => sample)
  for (const [later, loudness] of [[0, share], [900, share / 3], [2100, -share / 5]] as const) {
    played.forEach((sample, index) => (heard[at + later + index] = (heard[at + later + index] ?? 0) + loudness * sample))
  }
  return Int16Array.from(heard, (sample) => sample * 0x7fff)
}

async function sweep(): Promise<void> {
  const scope = new Scope()
  void hearsLoudspeaker(scope, new TestMicrophone(scope, RATE))
  await vi.waitFor(() => expect(open).toBe(1))
  scope.dispose()
}

it.each([
  ['alone', new Float32Array(1.3 * RATE)],
  ['under noise', noise(1.3 * RATE, 0.05)],
  ['under a voice', voice(1.3 * RATE).map((sample) => sample / 5)],
])('finds the sound that was played, quiet and from a room, %s', async (_, background) => {
  await sweep()
  expect(sweepHeard(inRoom(background, 0.2, 0.2 * RATE), RATE)).toBeGreaterThan(0.2)
})

it.each([
  ['silence', new Float32Array(1.3 * RATE), 0],
  ['noise', noise(1.3 * RATE, 0.5), 0.12],
  ['a voice', voice(1.3 * RATE), 0.12],
])('does not find it in %s', (_, background, most) => {
  expect(sweepHeard(Int16Array.from(background, (sample) => sample * 0x7fff), RATE)).toBeLessThanOrEqual(most)
})

it('finds it at other rates as well', async () => {
  await sweep()
  const halved = played.filter((_, index) => index % 3 === 0)
  expect(sweepHeard(Int16Array.from(halved, (sample) => sample * 0x7fff), RATE / 3)).toBeGreaterThan(0.5)
})

it('needs less samples than the sweep has to find nothing', () => {
  expect(sweepHeard(new Int16Array(10), RATE)).toBe(0)
})

let screen: TestScreen
beforeEach(() => void (screen = new TestScreen()))
afterEach(() => screen.close())

it('listens while it plays, says what it heard, and leaves nothing open', async () => {
  const scope = new Scope()
  const microphone = new TestMicrophone(scope, 8000)
  let heard: boolean | null = null
  void hearsLoudspeaker(scope, microphone).then((found) => (heard = found))
  await screen.pass(1)
  expect([heard, open]).toEqual([null, 1])
  await screen.pass(0.5)
  expect([heard, open]).toEqual([false, 0])
})

it('ends with a microphone that is pulled out', async () => {
  const scope = new Scope()
  const microphone = new TestMicrophone(scope, 8000)
  let heard: boolean | null = null
  void hearsLoudspeaker(scope, microphone).then((found) => (heard = found))
  await screen.pass(0.1)
  microphone.unplug()
  await screen.pass(0.05)
  expect([heard, open]).toEqual([false, 0])
})
