import { expect, it } from 'vitest'

import { CodePoints } from '../../annotations/codePoints'
import { excerptOf } from '../../annotations/excerpt'
import { phraseOf, sentence } from './testing'

const shown = (text: string, phrase: string, options: Parameters<typeof phraseOf>[2] = {}, whole = false) => {
  const { pieces, cut } = excerptOf(phraseOf(text, phrase, options), whole)
  return { text: pieces.map(({ text, part }) => ({ around: text, phrase: `[${text}]`, head: `<${text}>` })[part]).join(''), cut }
}

it('counts code points, as the server does', () => {
  const text = new CodePoints('a🛋️b')
  expect([text.length, text.slice(1, 3), text.offset(3), text.at(4)]).toEqual([4, '🛋️', 4, 3])
  expect([text.offset(99), text.at(99)]).toEqual([5, 4])
})

it('marks a phrase and its head in its sentence, and leaves out the others', () => {
  const said = 'Turn left. Go past the red sofa, then stop.  Wait by it.'
  expect(shown(said, 'the red sofa', { head: 'sofa' })).toEqual({ text: 'Go past [the red ]<sofa>, then stop.', cut: [true, true] })
  expect(shown(said, 'Turn left')).toEqual({ text: '[Turn left].', cut: [false, true] })
  expect(shown(said, 'it')).toEqual({ text: 'Wait by [it].', cut: [true, false] })
})

it('shows everything on request', () => {
  expect(shown('One. A lamp. Two.', 'A lamp', {}, true)).toEqual({ text: 'One. [A lamp]. Two.', cut: [false, false] })
})

it('finds the sentences of Hindi and of emoji, and those that a phrase reaches over', () => {
  expect(shown('बाएँ मुड़ें। लाल सोफ़े के पास रुकें।', 'लाल सोफ़े', { sentence: sentence({ language: 'hi-IN' }) }).text).toContain('[लाल सोफ़े] के पास रुकें।')
  expect(shown('🛋️ is here. A 🪴 too.', '🪴').text).toBe('A [🪴] too.')
  expect(shown('One. Two. Three.', 'Two. Three').text).toBe('[Two. Three].')
})
