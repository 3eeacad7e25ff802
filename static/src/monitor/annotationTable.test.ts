import { expect, it } from 'vitest'

import { replayUrl, result } from './annotationTable'

const SCORES = { ne: 1, sr: 1, spl: 1, osr: 1, cls: 1, dtw: 0, ndtw: 1, sdtw: 1, path_length: 9 }

it('says how a walk ended', () => {
  expect(result({ outcome: 'done', scores: SCORES })).toBe('reached')
  expect(result({ outcome: 'done', scores: { ...SCORES, sr: 0 } })).toBe('missed')
  expect(result({ outcome: 'gave_up', scores: SCORES })).toBe('gave up')
  expect(result({ outcome: null, scores: SCORES })).toBe('reached')
})

it('links to the replay', () => {
  expect(replayUrl('follower', 12)).toBe('/replay?kind=follower&id=12')
})
