import { expect, it } from 'vitest'

import { replayUrl } from './annotationColumns'
import { result } from './annotationTable'

const SCORES = { sr: 1 }

it('says how a walk ended', () => {
  expect(result({ outcome: 'done', scores: SCORES })).toBe('reached')
  expect(result({ outcome: 'done', scores: { ...SCORES, sr: 0 } })).toBe('missed')
  expect(result({ outcome: 'gave_up', scores: SCORES })).toBe('gave up')
  expect(result({ outcome: null, scores: SCORES })).toBe('reached')
})

it('links to the replay', () => {
  expect(replayUrl('follower', 12)).toBe('/replay?kind=follower&id=12')
})
