import { expect, it } from 'vitest'

import { measureNamed, spoken } from './measures'

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
