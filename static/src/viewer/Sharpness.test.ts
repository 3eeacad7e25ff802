import { expect, it } from 'vitest'

import { Sharpness } from './Sharpness'

function after(start: number, frames: number, interval: number): Sharpness {
  const sharpness = new Sharpness(start)
  for (let frame = 0; frame < frames; frame++) sharpness.drawn(frame * interval)
  return sharpness
}

it('stays where frames come in time', () => {
  expect(after(1, 200, 1 / 60).whileMoving).toBe(1)
})

it('becomes coarser, but not without end, where they do not', () => {
  expect([after(1, 15, 1 / 40), after(1, 16, 1 / 40), after(1, 16, 1 / 46), after(1, 16, 0.25)].map(({ whileMoving }) => whileMoving)).toEqual([1, 0.85, 1, 0.85])
  expect(after(1, 1000, 1 / 20).whileMoving).toBe(0.5)
})

it('takes a pause for a pause', () => {
  expect(after(1, 200, 1).whileMoving).toBe(1)
})

it('begins a step as coarse as it gets, but only where drawing is slow', () => {
  expect(after(1, 200, 1 / 60).whileTravelling).toBe(1)
  expect(after(1, 20, 1 / 20).whileTravelling).toBe(0.5)
  expect(after(0.6, 0, 0).whileTravelling).toBe(0.5)
})
