import { beforeEach, expect, it } from 'vitest'

import { JitterBuffer, VOICE_RATE } from './JitterBuffer'

const QUANTUM = 128
const PACKET = 960
const MILLISECOND = VOICE_RATE / 1000

/** A voice that comes three packets at a time, and counts its own samples; a loudspeaker that takes it. */
let buffer: JitterBuffer
let spoken: number
let played: number[]
let late: (message: number) => number

beforeEach(() => {
  buffer = new JitterBuffer()
  spoken = 0
  played = []
  late = () => 0
})

/** `late`: milliseconds by number of message; messages keep their order. `drift`: the speaker's clock is faster by that share. */
function run(seconds: number, drift = 0): void {
  const end = played.length + seconds * VOICE_RATE
  let message = spoken / (3 * PACKET)
  while (played.length < end) {
    while (played.length >= ((message + 1) * 3 * PACKET) / (1 + drift) + late(message) * MILLISECOND) {
      for (let packet = 0; packet < 3; packet++) buffer.push(Float32Array.from({ length: PACKET }, () => ++spoken))
      message++
    }
    pull()
  }
}

function pull(): void {
  const output = new Float32Array(QUANTUM)
  buffer.pull(output)
  played.push(...output)
}

/** Milliseconds by which the voice is played late, now. */
const delay = () => (played.length - (played.at(-1) ?? 0)) / MILLISECOND

it('plays what comes in time, whole and in order, a little later', () => {
  run(10)
  expect(buffer.missing).toBe(0)
  expect(delay()).toBeCloseTo(80, -1)
  const loud = played.slice(Math.round(0.2 * VOICE_RATE))
  expect(loud.every((sample, index) => index === 0 || sample - (loud[index - 1] ?? 0) === 1)).toBe(true)
})

it('fades where a message is late, and is careful afterwards', () => {
  late = (message) => (message === 30 ? 35 : 0)
  run(3)
  expect(buffer.missing / MILLISECOND).toBeGreaterThan(10)
  expect(buffer.missing / MILLISECOND).toBeLessThan(80)
  late = (message) => (message % 10 === 0 ? 35 : 0)
  buffer.missing = 0
  run(10)
  expect(buffer.missing / MILLISECOND).toBeLessThan(60)
  expect(delay()).toBeLessThan(150)
})

it('comes back to its delay after a pause of the network, at once', () => {
  late = (message) => (message >= 30 && message < 60 ? Math.max(0, 1500 - (message - 30) * 60) : 0)
  run(5)
  expect(delay()).toBeLessThan(130)
  expect(delay()).toBeGreaterThan(70)
})

it.each([-3e-4, 3e-4])('stays there with a speaker whose clock is off by %s', (drift) => {
  run(120, drift)
  expect(Math.abs(buffer.depth / MILLISECOND - 50)).toBeLessThan(60)
  expect(buffer.missing / MILLISECOND).toBeLessThan(200)
})

it('does not miss who has not spoken yet, or is gone for long', () => {
  for (let count = 0; count < 1000; count++) pull()
  expect([buffer.asked, buffer.missing, new Set(played)]).toEqual([0, 0, new Set([0])])
  played = []
  run(1)
  late = () => Infinity
  run(10)
  expect(buffer.missing).toBe(VOICE_RATE)
  expect(Math.abs(played.at(-1) ?? 1)).toBeLessThan(1e-3)
})

it('keeps no more than it can hold', () => {
  for (let count = 0; count < 200; count++) buffer.push(new Float32Array(PACKET).fill(1))
  expect(buffer.depth).toBeLessThan(2 * VOICE_RATE)
})
