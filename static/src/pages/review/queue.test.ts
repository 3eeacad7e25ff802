import { expect, it } from 'vitest'

import { isOpenTo, neighbour } from './queue'

const entry = (task: string, holder: number | null = null, own = false) => ({ task_id: task, claimed_by: holder, own })
const queue = [entry('a'), entry('b', 8), entry('c', 7), entry('d', null, true), entry('e')]

it('opens what is nobody’s or mine, and never my own work', () => {
  expect(queue.map((each) => isOpenTo(each, 7))).toEqual([true, false, true, false, true])
})

it('steps over what others are at', () => {
  expect(neighbour(queue, 'a', 1, 7)?.task_id).toBe('c')
  expect(neighbour(queue, 'c', 1, 7)?.task_id).toBe('e')
  expect(neighbour(queue, 'e', -1, 7)?.task_id).toBe('c')
})

it('ends at the ends', () => {
  expect(neighbour(queue, 'e', 1, 7)).toBeNull()
  expect(neighbour(queue, 'a', -1, 7)).toBeNull()
  expect(neighbour([], null, 1, 7)).toBeNull()
})

it('begins with the first when it comes from elsewhere', () => {
  expect(neighbour(queue, null, 1, 7)?.task_id).toBe('a')
  expect(neighbour(queue, 'gone', 1, 8)?.task_id).toBe('a')
  expect(neighbour(queue, 'gone', -1, 8)).toBeNull()
})
