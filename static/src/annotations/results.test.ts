import { expect, it } from 'vitest'

import { result } from './results'

const SCORES = { success: 1 }

it('says how a walk ended', () => {
  expect(result({ outcome: 'done', scores: SCORES })).toBe('reached')
  expect(result({ outcome: 'done', scores: { ...SCORES, success: 0 } })).toBe('missed')
  expect(result({ outcome: 'gave_up', scores: SCORES })).toBe('gave up')
  expect(result({ outcome: null, scores: SCORES })).toBe('reached')
})
