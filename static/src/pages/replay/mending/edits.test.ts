import { describe, expect, it } from 'vitest'

import { moveEdge, moveWord, retype, SHORTEST, type Words } from './edits'

const WORDS: Words = [
  { word: 'go', start_time: 1, end_time: 1.2 },
  { word: 'left', start_time: 1.2, end_time: 1.6 },
  { word: 'now', start_time: 2, end_time: 2.5 },
]
const DURATION = 3
const times = (words: Words) => words.map(({ start_time: start, end_time: end }) => [start, end])

describe('an edge', () => {
  it('moves alone where there is room', () => {
    expect(times(moveEdge(WORDS, 1, 'end_time', 1.75, DURATION))).toEqual([[1, 1.2], [1.2, 1.75], [2, 2.5]])
    expect(times(moveEdge(WORDS, 1, 'start_time', 1.3, DURATION))).toEqual([[1, 1.2], [1.3, 1.6], [2, 2.5]])
  })

  it('takes a neighbour’s edge along', () => {
    expect(times(moveEdge(WORDS, 1, 'start_time', 1.1, DURATION))).toEqual([[1, 1.1], [1.1, 1.6], [2, 2.5]])
    expect(times(moveEdge(WORDS, 1, 'end_time', 2.1, DURATION))).toEqual([[1, 1.2], [1.2, 2.1], [2.1, 2.5]])
  })

  it('leaves something of every word, and stays in the recording', () => {
    expect(moveEdge(WORDS, 1, 'start_time', 0, DURATION)[0]?.end_time).toBe(1 + SHORTEST)
    expect(moveEdge(WORDS, 1, 'start_time', 9, DURATION)[1]?.start_time).toBeCloseTo(1.6 - SHORTEST)
    expect(moveEdge(WORDS, 2, 'end_time', 9, DURATION)[2]?.end_time).toBe(DURATION)
    expect(moveEdge(WORDS, 0, 'start_time', -1, DURATION)[0]?.start_time).toBe(0)
  })

  it('of a word shorter than the shortest is not moved the wrong way', () => {
    const short: Words = [{ word: 'a', start_time: 1, end_time: 1.01 }]
    expect(times(moveEdge(short, 0, 'start_time', 1.005, DURATION))).toEqual([[1, 1.01]])
  })
})

it('a word keeps its length between its neighbours', () => {
  expect(times(moveWord(WORDS, 1, 0.9, DURATION))[1]).toEqual([1.6, 2])
  expect(times(moveWord(WORDS, 1, -0.5, DURATION))[1]).toEqual([1.2, 1.6])
  expect(times(moveWord(WORDS, 0, -2, DURATION))[0]).toEqual([0, 0.2])
})

it('a word that overlaps its neighbours is moved away from them only', () => {
  const [before, after] = [{ word: 'go', start_time: 1, end_time: 1.5 }, { word: 'now', start_time: 2, end_time: 2.5 }]
  const word = { word: 'left', start_time: 1.4, end_time: 1.6 }
  const moved = (seconds: number) => times(moveWord([before, word, after], 1, seconds, DURATION))[1]
  expect([moved(-0.2), moved(0), moved(0.2), moved(9)]).toEqual([[1.4, 1.6], [1.4, 1.6], [1.6, 1.8], [1.8, 2]])
  expect(times(moveWord([before, { ...word, end_time: 2.2 }, after], 1, 0.1, DURATION))[1]).toEqual([1.4, 2.2])
})

it('a word is corrected, split by its letters, or taken out', () => {
  expect(retype(WORDS, 1, 'right')[1]).toEqual({ word: 'right', start_time: 1.2, end_time: 1.6 })
  expect(retype(WORDS, 1, ' to the ').slice(1, 3)).toEqual([
    { word: 'to', start_time: 1.2, end_time: 1.36 },
    { word: 'the', start_time: 1.36, end_time: 1.6 },
  ])
  expect(retype(WORDS, 1, ' ').map(({ word }) => word)).toEqual(['go', 'now'])
})
