import { expect, it } from 'vitest'

import type { Group } from '../../api/types'
import { estimate, measureNamed, MEASURES, spoken } from './measures'

it('knows a measure by its name in the address, and success without one', () => {
  expect(measureNamed('ndtw').label).toBe('nDTW')
  expect(measureNamed('colour').name).toBe('success_rate')
  expect(measureNamed(null).name).toBe('success_rate')
})

it('says how sure a figure is', () => {
  const success = { value: 0.72, n: 1240, low: 0.68, high: 0.76, method: 'Wilson' }
  expect(spoken(success, measureNamed('success_rate'))).toBe('72 % (68 % to 76 %, 95 %, Wilson; n = 1,240)')
  expect(spoken({ value: 2, n: 1, low: null, high: null, method: '' }, measureNamed('ne'))).toBe('2.00 m (n = 1)')
})

it('writes each measure in its own unit, on a scale of its own', () => {
  expect(MEASURES.map(({ name, of, text, end }) => [name, of, text(0.256), end])).toEqual([
    ['success_rate', 'walks', '26 %', 1],
    ['ne', 'walks', '0.26 m', 3],
    ['oracle_success', 'walks', '26 %', 1],
    ['spl', 'walks', '0.26', 1],
    ['ndtw', 'walks', '0.26', 1],
    ['sdtw', 'walks', '0.26', 1],
    ['transcription_ratio', 'speaks', '0.3 ×', 2],
    ['speaking', 'speaks', '0 s', 30],
    ['active', null, '0.0 min', 120],
    ['flagged', null, '26 %', 0.2],
  ])
  expect(measureNamed('active').text(90)).toBe('1.5 min')
})

it('says how the interval of a figure was found', () => {
  const rate = { value: 0.5, n: 8, low: 0.2, high: 0.8 }
  const group = { success_rate: rate, flagged: null, ne: { ...rate, method: 'bootstrap' }, spl: { ...rate, method: 'normal' }, ndtw: { ...rate, method: null } } as unknown as Group
  const method = (name: string) => estimate(group, measureNamed(name))?.method
  expect(['success_rate', 'flagged', 'ne', 'spl', 'ndtw'].map(method)).toEqual(['Wilson', undefined, 'bootstrap', 'normal approximation', ''])
})
