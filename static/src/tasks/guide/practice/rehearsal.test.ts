import { expect, it } from 'vitest'

import { lessons } from './rehearsal'

const [voice, quiet, clipped] = [
  { level: 0.1, peak: 0.3 },
  { level: 0.0001, peak: 0.001 },
  { level: 0.5, peak: 1 },
]
const seconds = (moment: typeof voice, count: number) => Array.from({ length: count }, () => moment)

it('finds nothing wrong with a walk that is spoken on the way', () => {
  const moments = [...seconds(voice, 12), ...seconds(quiet, 3)]
  const found = lessons({ moments, momentSeconds: 1, steps: [3, 9], reachedGoal: true })
  expect(found).toEqual({ goal: true, length: true, voice: true, clipping: true, together: true })
})

it('notices who walks first and speaks later', () => {
  const moments = [...seconds(quiet, 20), ...seconds(voice, 20)]
  expect(lessons({ moments, momentSeconds: 1, steps: [2, 5, 9, 12], reachedGoal: true }).together).toBe(false)
  expect(lessons({ moments, momentSeconds: 1, steps: [], reachedGoal: false }).together).toBe(false)
})

it('takes what is just enough', () => {
  const moments = [...seconds(voice, 2), ...seconds(quiet, 8)]
  // Heard at most four seconds before and after a step: at the first, and not at the second.
  expect(lessons({ moments, momentSeconds: 1, steps: [5, 9], reachedGoal: true })).toEqual({ goal: true, length: true, voice: true, clipping: true, together: true })
  expect(lessons({ moments, momentSeconds: 1, steps: [5, 8, 9], reachedGoal: true }).together).toBe(false)
  expect(lessons({ moments: moments.toReversed(), momentSeconds: 1, steps: [4.5], reachedGoal: true }).together).toBe(true)
})

it('notices what is short, silent, too loud or away from the goal', () => {
  const poor = lessons({ moments: [...seconds(quiet, 8), ...seconds(clipped, 1)], momentSeconds: 1, steps: [1], reachedGoal: false })
  expect(poor).toMatchObject({ goal: false, length: false, voice: false, clipping: false })
})
