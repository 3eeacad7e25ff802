import { expect, it } from 'vitest'

import { rowAt } from './rowAt'

it('finds the row before a time, and the share of the way to the next', () => {
  const times = [0, 1, 1, 3]
  expect(rowAt(times, -1)).toEqual({ row: 0, share: 0 })
  expect(rowAt(times, 0.25)).toEqual({ row: 0, share: 0.25 })
  expect(rowAt(times, 1)).toEqual({ row: 2, share: 0 })
  expect(rowAt(times, 2)).toEqual({ row: 2, share: 0.5 })
  expect(rowAt(times, 9)).toEqual({ row: 3, share: 0 })
  expect(rowAt([], 1).row).toBe(0)
})
