import { expect, it } from 'vitest'

import { KeptPath, walkFault } from './keptPath'

const letters = (text: string) => Array.from(text)
const fault = (path: string, walked: string) => walkFault(letters(path), letters(walked))

it.each([
  ['abc', 'abc', null],
  ['abc', 'ababcbc', null],
  ['abc', 'abcd', 'left'],
  ['abc', 'abcdc', 'left'],
  ['abc', 'bc', 'left'],
  ['abc', 'ab', 'short'],
  ['abc', 'abcb', 'short'],
  ['abc', 'aba', 'short'],
  ['abc', 'a', 'still'],
  ['abc', '', 'still'],
  ['a', 'a', null],
  ['abcabd', 'abcabd', null],
  ['abcabd', 'abcbcabd', null],
  ['abcabd', 'abd', 'left'],
  ['abcabd', 'abcad', 'left'],
  ['abcabd', 'abcab', 'short'],
] as const)('on %s, the walk %s is %s', (path, walked, expected) => {
  expect(fault(path, walked)).toBe(expected)
})

it('offers the way on and the way back, and nothing else', () => {
  const kept = new KeptPath(letters('abc'))
  expect(['a', 'b', 'c', 'b', 'a'].map((here) => kept.exits(here).join(''))).toEqual(['b', 'ac', 'b', 'ac', 'b'])
})

it('knows in which passage of a viewpoint the walk is', () => {
  const kept = new KeptPath(letters('abcabd'))
  expect(kept.exits('b')).toEqual(['a', 'c'])
  kept.resume(letters('abcab'))
  expect(kept.exits('b')).toEqual(['a', 'd'])
  expect(kept.exits('b')).toEqual(['a', 'd'])
})

it('begins anew at the start, and finds a place again after a jump', () => {
  const kept = new KeptPath(letters('abcd'))
  kept.resume(letters('abcd'))
  kept.resume([])
  expect(kept.exits('a')).toEqual(['b'])
  expect(kept.exits('d')).toEqual(['c'])
})

it('offers nothing where a recording has left the path', () => {
  const kept = new KeptPath(letters('abc'))
  kept.resume(letters('abx'))
  expect(kept.exits('x')).toEqual([])
})
