import { expect, it } from 'vitest'

import type { WordsVersion } from '../../../api/types'
import { whatHappened } from './History'

const ALIGNED: WordsVersion = {
  version: 1,
  state: 'aligned',
  engine: 'viterbi',
  created_at: '2026-01-01T00:00:00Z',
  made_by: null,
  restored: null,
  words: 12,
  mended: 0,
  text_changed: false,
}

it.each([
  [{}, 'aligned by viterbi, 12 words'],
  [{ made_by: 4, mended: 2, text_changed: true }, 'by person 4, 2 of 12 words corrected, transcript changed'],
  [{ made_by: 4, restored: 1 }, 'by person 4, version 1 restored'],
  [{ made_by: 0, mended: 1 }, 'from a file, 1 of 12 words corrected'],
  [{ mended: 1 }, 'from a file or the aligner, 1 of 12 words corrected'],
  [{ state: 'failed' as const, words: 0 }, 'viterbi failed'],
  [{ state: 'outdated' as const, words: 0 }, 'the Guide corrected the transcript'],
])('%o is told as “%s”', (change, told) => {
  expect(whatHappened({ ...ALIGNED, ...change })).toBe(told)
})
