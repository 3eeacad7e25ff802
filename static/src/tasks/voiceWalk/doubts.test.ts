import { expect, it } from 'vitest'

import { doubts } from './doubts'

const fine = { seconds: 30, voicedSeconds: 24, reachedGoal: true, transcript: 'word '.repeat(40), heardShare: 0.95 }

it('has none about good work', () => expect(doubts(fine)).toEqual([]))

it('doubts what is short, silent, away from the goal, hardly written down or not listened to', () => {
  expect(doubts({ ...fine, seconds: 4, voicedSeconds: 3 })).toEqual(['short'])
  expect(doubts({ ...fine, voicedSeconds: 1 })).toEqual(['silent'])
  expect(doubts({ ...fine, reachedGoal: false })).toEqual(['goal'])
  expect(doubts({ ...fine, transcript: 'go left' })).toEqual(['brief'])
  expect(doubts({ ...fine, heardShare: 0.2 })).toEqual(['unheard'])
})

it('doubts nothing that is just enough, nor how much was written down of silence', () => {
  expect(doubts({ ...fine, seconds: 5, voicedSeconds: 2, transcript: ' go\n', heardShare: 0.5 })).toEqual([])
  expect(doubts({ ...fine, seconds: 20, voicedSeconds: 2, transcript: 'go' })).toEqual([])
  expect(doubts({ ...fine, voicedSeconds: 2.9, transcript: '' })).toEqual(['silent'])
})
