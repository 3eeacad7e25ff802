import { expect, it } from 'vitest'

import { SpokenWords } from './spokenWords'

const words = new SpokenWords([
  { start_time: 0.5, end_time: 0.8 },
  { start_time: 0.9, end_time: 1.2 },
  { start_time: 4, end_time: 4.5 },
])

it('lights each word while it is said', () => {
  expect([0.5, 0.79, 0.9, 4.2].map((time) => words.indexAt(time))).toEqual([0, 0, 1, 2])
})

it('bridges the short gap to the next word, but not a silence', () => {
  expect(words.indexAt(0.85)).toBe(0)
  expect([1.44, 1.45, 2.5].map((time) => words.indexAt(time))).toEqual([1, -1, -1])
  expect(words.indexAt(0.1)).toBe(-1)
  expect(words.indexAt(60)).toBe(-1)
})

it('lights a word that an audio element was sent to, though it rounds down', () => {
  expect(words.indexAt(0.9 - 1e-6)).toBe(1)
})

it('has no word where there are none', () => {
  expect(new SpokenWords([]).indexAt(1)).toBe(-1)
})

it('steps to the next word, and back over the beginning of each', () => {
  expect([0, 0.5, 0.9 - 1e-6, 2].map((time) => words.stepFrom(time, false))).toEqual([0.5, 0.9, 4, 4])
  expect([9, 4.2, 4, 0.9 + 1e-6].map((time) => words.stepFrom(time, true))).toEqual([4, 4, 0.9, 0.5])
  expect([words.stepFrom(4, false), words.stepFrom(0.5, true)]).toEqual([null, null])
})
