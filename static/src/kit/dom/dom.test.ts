import { expect, it } from 'vitest'

import { loudness } from './LevelMeter'
import { clock } from '../formatting/time'

it('writes seconds as a clock', () => {
  expect([0, 9.9, 75, 3600, -1].map(clock)).toEqual(['0:00', '0:09', '1:15', '60:00', '0:00'])
})

it('measures loudness as ears do', () => {
  expect(loudness(1)).toBe(1)
  expect(loudness(0)).toBe(0)
  expect(loudness(0.1)).toBeCloseTo(1 - 20 / 54)
})
