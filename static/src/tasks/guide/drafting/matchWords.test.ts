import { expect, it } from 'vitest'

import { matchWords, plain } from './matchWords'

const places = (draft: string, text: string) => matchWords(draft.split(' '), text.split(' '))

it('finds the words that are left of a draft', () => {
  expect(places('go past the lamp', 'go past the lamp')).toEqual([0, 1, 2, 3])
  expect(places('go past the lamp', 'go past a lamp')).toEqual([0, 1, null, 3])
  expect(places('go past the lamp', 'past the lamp')).toEqual([1, 2, 3])
  expect(places('go past the lamp', 'go right past the lamp')).toEqual([0, null, 1, 2, 3])
  expect(places('the the the', 'the')).toEqual([0])
  expect(matchWords([], ['all', 'new'])).toEqual([null, null])
})

it('gives each word of the draft to one word of the text, in order', () => {
  const words = ['go', 'to', 'the', 'lamp', 'sofa']
  let seed = 7
  const next = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  const some = () => Array.from({ length: next(12) }, () => words[next(words.length)] ?? '')
  for (let round = 0; round < 500; round++) {
    const [draft, text] = [some(), some()]
    const found = matchWords(draft, text).flatMap((place, at) => (place === null ? [] : [{ place, at }]))
    for (const { place, at } of found) expect(draft[place]).toBe(text[at])
    expect(found.map(({ place }) => place)).toEqual([...new Set(found.map(({ place }) => place))].sort((one, other) => one - other))
  }
})

it('compares words as they are heard', () => {
  expect(plain('“Lamp,”')).toBe('lamp')
  expect(plain('बाएँ।')).toBe('बाएँ')
  expect(plain("don't")).toBe("don't")
  expect(plain('cafe\u0301')).toBe('café')
})
