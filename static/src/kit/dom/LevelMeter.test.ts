import { expect, it } from 'vitest'

import { loudness } from './LevelMeter'

it('measures loudness as ears do', () => {
  expect(loudness(1)).toBe(1)
  expect(loudness(0)).toBe(0)
  expect(loudness(0.1)).toBeCloseTo(1 - 20 / 54)
})
