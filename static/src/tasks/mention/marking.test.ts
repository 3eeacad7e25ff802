import { describe, expect, it } from 'vitest'

import { History } from './History'
import { asksForHead, following, inOrder, type Mark, markOf, marksAt, nameOf, refusal, resized, waiting } from './marking'
import { nested, type Node } from './tree'
import { MarkableText } from './words'

const SAID = 'Go past the red sofa by the wall, then stop.'
const text = new MarkableText(SAID, 'en-US')
const spanOf = (words: string, said = SAID) => ({ start: Array.from(said.slice(0, said.indexOf(words))).length, end: Array.from(said.slice(0, said.indexOf(words) + words.length)).length })
const mark = (words: string) => markOf(text, spanOf(words))
const headOf = ({ head }: Mark) => head && text.slice({ start: head[0], end: head[1] })

describe('a text that is marked', () => {
  it('has whole words, and joins them whichever comes first', () => {
    expect(text.words.map((word) => text.slice(word)).slice(0, 5)).toEqual(['Go', 'past', 'the', 'red', 'sofa'])
    expect(text.slice(text.between(4, 2) ?? { start: 0, end: 0 })).toBe('the red sofa')
    expect(text.between(0, 99)).toBeNull()
  })

  it('is moved at its end by what people see as one character', () => {
    const telugu = new MarkableText('క్షేత్రం 🛋️', 'te-IN')
    const [word = { start: 0, end: 0 }] = telugu.words
    const shorter = telugu.endMoved(word, -1)
    expect(telugu.slice(shorter ?? word)).toBe('క్షే')
    expect(telugu.endMoved(shorter ?? word, -1)).toBeNull()
    expect(telugu.slice(telugu.words[1] ?? word)).toBe('🛋️')
    expect(telugu.endMoved(telugu.words[1] ?? word, 1)).toBeNull()
  })
})

describe('marks', () => {
  it('may lie in each other, and neither cross nor be there twice', () => {
    const marks = [mark('the red sofa by the wall')]
    expect(refusal(marks, spanOf('the wall'))).toBeNull()
    expect(refusal(marks, spanOf('the wall, then'))).toMatchObject({ why: 'crosses', by: marks[0] })
    expect(refusal(marks, spanOf('past the red'))).toMatchObject({ why: 'crosses' })
    expect(refusal(marks, spanOf('the red sofa by the wall'))).toMatchObject({ why: 'twice' })
    expect(refusal(marks, spanOf('then stop'))).toBeNull()
  })

  it('have a main word where that is plain, also after their end was moved', () => {
    expect(headOf(mark('the red sofa'))).toBe('sofa')
    expect(headOf(mark('the red sofa by the wall'))).toBeNull()
    expect(headOf(resized(text, mark('the red sofa'), spanOf('the red')))).toBe('red')
    const red: Mark = { ...mark('the red sofa'), head: [12, 15] }
    expect(['the red sofa by', 'red sofa', 'the red', 'red sofa by the wall'].map((words) => headOf(resized(text, red, spanOf(words))))).toEqual(['red', 'red', 'red', 'red'])
    expect(headOf(resized(text, { ...mark('the red sofa by the wall'), head: [12, 15] }, spanOf('sofa by the wall, then')))).toBeNull()
  })

  it('are found from the innermost to the outermost', () => {
    const [outer, inner] = [mark('the red sofa by the wall'), mark('the wall')]
    expect(marksAt([outer, inner], spanOf('wall'))).toEqual([inner, outer])
    expect(marksAt([outer, inner], spanOf('sofa'))).toEqual([outer])
  })

  it('are shown around what they hold', () => {
    const told = (nodes: readonly Node[]): string => nodes.map((node) => ('mark' in node ? `[${told(node.children)}]` : text.slice(node))).join('')
    const marks = [mark('the wall'), mark('the red sofa by the wall'), mark('the red')]
    expect(told(nested(text.points.length, text.words, marks))).toBe('Go past [[the red] sofa by [the wall]], then stop.')
    expect(told(nested(text.points.length, text.words, [{ ...mark('sofa'), end_char: spanOf('sofa').end - 1 }]))).toBe('Go past the red [sof]a by the wall, then stop.')
    expect(told(nested(0, [], []))).toBe('')
  })
})

describe('proposals', () => {
  const proposals = inOrder(['the red sofa', 'the wall'].map((words) => ({ ...mark(words), proposed: true })))
  const [sofa, wall] = proposals as [Mark, Mark]

  it('wait until they are answered, or marks have their words or cross them', () => {
    expect(waiting(proposals, { marks: [], answered: [] })).toEqual([sofa, wall])
    expect(waiting(proposals, { marks: [sofa], answered: [nameOf(sofa)] })).toEqual([wall])
    expect(waiting(proposals, { marks: [], answered: [nameOf(wall)] })).toEqual([sofa])
    expect(waiting(proposals, { marks: [mark('past the red')], answered: [] })).toEqual([wall])
    expect(waiting(proposals, { marks: [mark('red')], answered: [] })).toEqual([sofa, wall])
  })

  it('come one after the other, and again from the first', () => {
    expect(following([wall], sofa)).toBe(wall)
    expect(following([sofa], wall)).toBe(sofa)
    expect(following([], wall)).toBeNull()
  })

  it('are words of a person once their end is moved', () => {
    expect(resized(text, sofa, spanOf('the red')).proposed).toBe(false)
  })

  it('have a main word that is asked for where nobody is sure, of names alone', () => {
    expect(asksForHead(text, sofa)).toBe(false)
    expect(asksForHead(text, { ...sofa, head: null })).toBe(true)
    expect(asksForHead(text, { ...sofa, head: null, form: 'ellipsis' })).toBe(false)
  })
})

it('undoes and redoes, and keeps the newest states that fit', () => {
  const history = new History('a')
  for (const state of ['b', 'c']) history.put(state)
  expect([history.undo(), history.now, history.redo(), history.now, history.redo()]).toEqual([true, 'b', true, 'c', false])
  expect([history.kept(6), history.kept(3), history.kept(0)]).toEqual([['a', 'b'], ['b'], []])
  history.undo()
  history.put('d')
  expect([history.hasFuture, new History('d', history.kept(99)).undo()]).toEqual([false, true])
})
