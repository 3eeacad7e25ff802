import { expect, it } from 'vitest'

import { Sharpness } from './Sharpness'

function after(start: number, frames: number, interval: number): number {
  const sharpness = new Sharpness(start)
  for (let frame = 0; frame < frames; frame++) sharpness.drawn(frame * interval)
  return sharpness.whileMoving
}

it('stays where frames come in time', () => {
  expect(after(1, 200, 1 / 60)).toBe(1)
})

it('becomes coarser, but not without end, where they do not', () => {
  expect(after(1, 20, 1 / 20)).toBeLessThan(1)
  expect(after(1, 1000, 1 / 20)).toBe(0.5)
})

it('takes a pause for a pause', () => {
  expect(after(1, 200, 1)).toBe(1)
})
