import { expect, it } from 'vitest'

import { firstPages, type Page } from './pages'

it.each([
  [1, [1, 2], [null]],
  [2, [1, 2, 3], [null, 'two']],
  [9, [1, 2, 3, 4], [null, 'two', 'three']],
])('reads the first %d pages, or as many as there are', async (pages, rows, asked) => {
  const answers: Page<number>[] = [{ items: [1, 2], next_cursor: 'two' }, { items: [3], next_cursor: 'three' }, { items: [4], next_cursor: null }]
  const cursors: (string | null)[] = []
  const read = (cursor: string | null) => {
    cursors.push(cursor)
    return Promise.resolve(answers[cursors.length - 1]!)
  }
  expect([await firstPages(pages, read), cursors]).toEqual([{ rows, last: answers[asked.length - 1] }, asked])
})
