import { expect, it } from 'vitest'

import { visits } from './visits'

it('joins snapshots of one viewpoint and leaves no gap between stays', () => {
  expect(visits([0, 1, 2, 3], ['a', 'a', 'b', 'a'])).toEqual([
    { viewpointId: 'a', start: 0, end: 2 },
    { viewpointId: 'b', start: 2, end: 3 },
    { viewpointId: 'a', start: 3, end: 3 },
  ])
  expect(visits([], [])).toEqual([])
})
