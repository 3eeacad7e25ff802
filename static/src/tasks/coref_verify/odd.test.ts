import { expect, it } from 'vitest'

import { withOdd } from './odd'

it('marks a phrase, takes the mark away, and leaves one that the others differ from', () => {
  expect(withOdd([], 'b', 3)).toEqual(['b'])
  expect(withOdd(['b'], 'a', 3)).toEqual(['b', 'a'])
  expect(withOdd(['b', 'a'], 'b', 3)).toEqual(['a'])
  expect(withOdd(['b', 'a'], 'c', 3)).toBeNull()
})
