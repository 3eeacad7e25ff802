import { expect, it } from 'vitest'

import { FrameClock } from './Microphone'

const RATE = 48_000

it('is not misled by what was noticed late', () => {
  const clock = new FrameClock(RATE)
  const lateness = [7, 30, 0, 12, 3]
  lateness.forEach((late, block) => clock.observe(block * 1024, 1000 + (block * 1024_000) / RATE + late))
  expect(clock.frameAt(1000)).toBeCloseTo(0)
  expect(clock.frameAt(3000)).toBe(2 * RATE)
})

it('follows a context that fell behind, within two seconds', () => {
  const clock = new FrameClock(RATE)
  for (let at = 0; at <= 1000; at += 20) clock.observe(at * 48, at)
  for (let at = 1020; at <= 3100; at += 20) clock.observe((at - 40) * 48, at)
  expect(clock.frameAt(3200)).toBe(3160 * 48)
})

it('begins anew after the computer has slept', () => {
  const clock = new FrameClock(RATE)
  clock.observe(0, 0)
  clock.observe(480, 600_000)
  expect(clock.frameAt(600_010)).toBe(960)
})
