import { expect, it } from 'vitest'
import { lastIndexAt } from './timeIndex'

it('finds the last time that has come', () => {
  const times = [0, 0.5, 0.5, 2]
  expect(lastIndexAt(times, -0.1)).toBe(-1)
  expect(lastIndexAt(times, 0)).toBe(0)
  expect(lastIndexAt(times, 0.5)).toBe(2)
  expect(lastIndexAt(times, 1.99)).toBe(2)
  expect(lastIndexAt(times, 99)).toBe(3)
  expect(lastIndexAt([], 1)).toBe(-1)
})

it('agrees with a plain search on a long list', () => {
  const times = Array.from({ length: 5000 }, (_, index) => index * 0.0167)
  for (let time = -1; time < 90; time += 0.731) {
    expect(lastIndexAt(times, time)).toBe(times.filter((each) => each <= time).length - 1)
  }
})
