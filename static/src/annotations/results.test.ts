import { expect, it } from 'vitest'

import { result } from './results'

it.each([
  ['done', { success: 1 }, 'reached'],
  ['done', { success: 0.99 }, 'missed'],
  ['gave_up', { success: 1 }, 'gave up'],
  [null, { success: 1 }, 'reached'],
  ['done', null, 'not known'],
] as const)('calls a walk that is %s with %j: %s', (outcome, scores, words) => {
  expect(result({ outcome, scores })).toBe(words)
})
