import type { TimedWord } from '../src/api/types'

/** A word that was said from `start` to `end`; where the camera looked is not known. */
export const timedWord = (word: string, start: number, end: number, source: TimedWord['source'] = 'aligned'): TimedWord => ({
  word,
  start_time: start,
  end_time: end,
  source,
  confidence: null,
  start_char: null,
  end_char: null,
  expected_error: null,
  viewpoint_id: null,
  heading: null,
  elevation: null,
  first_snapshot: null,
  last_snapshot: null,
})
