// @vitest-environment page
import { afterEach, expect, it, vi } from 'vitest'

import { LevelMeter, loudness } from './LevelMeter'

it('measures loudness as ears do', () => {
  expect(loudness(1)).toBe(1)
  expect(loudness(0)).toBe(0)
  expect(loudness(0.1)).toBeCloseTo(1 - 20 / 54)
})

afterEach(() => void vi.useRealTimers())

it('draws the loudest of the readings that come faster than it draws', () => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(1000)
  const meter = new LevelMeter()
  const shown = vi.spyOn(meter.element, 'setAttribute')
  meter.show(0.1)
  for (const peak of [0, 0, 1, 0, 0, 0, 0, 0, 0]) {
    vi.advanceTimersByTime(22)
    meter.show(peak)
  }
  expect(shown.mock.calls.map(([, level]) => level)).toEqual(['63', '100', '69'])
})
