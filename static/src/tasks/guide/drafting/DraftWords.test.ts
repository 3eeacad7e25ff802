import { expect, it } from 'vitest'

import { DraftWords } from './DraftWords'

const words = (text: string, unsure = '') =>
  text.split(' ').map((word, at) => ({ word, start_time: at, end_time: at + 0.8, sure: word !== unsure }))
const states = (draft: DraftWords, text = draft.text) => draft.in(text).map(({ state }) => state)

it('confirms words that are played past', () => {
  const draft = new DraftWords(words('go past the lamp', 'lamp'))
  expect(states(draft)).toEqual(['unheard', 'unheard', 'unheard', 'unsure'])
  for (let time = 0; time < 2; time += 0.1) draft.hear(time, time + 0.1)
  expect(states(draft)).toEqual(['confirmed', 'confirmed', 'unheard', 'unsure'])
  expect(draft.heard).toEqual([0, 1])
})

it('needs most of a word, and counts the same word in two goes', () => {
  const draft = new DraftWords(words('go past'))
  expect(draft.hear(0, 0.3)).toBe(false)
  expect(draft.hear(0.4, 0.6)).toBe(true)
  expect(draft.heard).toEqual([0])
  const long = new DraftWords([{ word: 'go', start_time: 0, end_time: 1, sure: true }])
  expect([long.hear(0, 0.59), long.hear(1, 2), long.hear(0.5, 0.6)]).toEqual([false, false, true])
})

it('names the words that were heard in their order', () => {
  expect(new DraftWords(words('a b c d e f g h i j k l'), [10, 9, 2, 12]).heard).toEqual([2, 9, 10])
})

it('confirms the word that is touched, where it still is one of the draft', () => {
  const draft = new DraftWords(words('go past the lamp'))
  expect(draft.touch('go past, the lamp', 5)).toBe(true)
  expect(draft.touch('go past, the lamp', 5)).toBe(false)
  expect(draft.touch('go straight the lamp', 5)).toBe(false)
  expect(draft.touch('go past, the lamp', 2)).toBe(true)
  expect(draft.heard).toEqual([0, 1])
})

it('leaves to the person what the person wrote', () => {
  const draft = new DraftWords(words('go past the lamp'), [0, 99])
  expect(states(draft, 'Go past a lamp now.')).toEqual(['confirmed', 'unheard', 'own', 'unheard', 'own'])
})

it('knows where each word stands in the text', () => {
  const draft = new DraftWords(words('go past'))
  expect(draft.in('  go\n past.')).toMatchObject([
    { start: 2, end: 4, place: 0 },
    { start: 6, end: 11, place: 1 },
  ])
})
