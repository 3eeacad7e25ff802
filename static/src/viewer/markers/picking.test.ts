import { expect, it } from 'vitest'

import { targetAt } from './picking'

const near = { id: 'near', x: 100, y: 100, radius: 60 }
const far = { id: 'far', x: 150, y: 100, radius: 3 }

it('hits what is under the pointer, and small targets from a finger away', () => {
  expect(targetAt(50, 100, [near, far])).toBe('near')
  expect(targetAt(170, 100, [near, far])).toBe('far')
  expect(targetAt(200, 100, [near, far])).toBeNull()
})

it('prefers the nearest centre where targets overlap', () => {
  expect(targetAt(130, 100, [near, far])).toBe('far')
})
