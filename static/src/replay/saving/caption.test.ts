import { describe, expect, it } from 'vitest'

import { caption } from './caption'

const WORDS = ['go', 'past', 'the', 'lamp', 'and', 'stop']
const measure = (text: string) => text.length
const texts = (current: number, width: number) => caption(WORDS, current, measure, width).map((line) => line.map(({ text, lit }) => (lit ? `[${text}]` : text)).join(' '))

describe('a caption', () => {
  it('shows the line that is spoken, and the next', () => {
    expect(texts(1, 8)).toEqual(['go [past]', 'the lamp'])
    expect(texts(2, 8)).toEqual(['[the] lamp', 'and stop'])
  })

  it('stays at the last lines, and begins with the first ones', () => {
    expect(texts(5, 8)).toEqual(['the lamp', 'and [stop]'])
    expect(texts(-1, 8)).toEqual(['go past', 'the lamp'])
    expect(caption([], -1, measure, 8)).toEqual([])
  })

  it('gives a word that is too wide a line of its own', () => {
    expect(texts(0, 2)).toEqual(['[go]', 'past'])
  })

  it('places words one after the other', () => {
    expect(caption(WORDS, -1, measure, 100)[0]?.map(({ x }) => x)).toEqual([0, 3, 8, 12, 17, 21])
  })
})
