import { expect, it } from 'vitest'

import { PathProgress } from './PathProgress'

const walked = (path: string, steps: string) => {
  const progress = new PathProgress(Array.from(path))
  return Array.from(steps).map((step) => {
    progress.reach(step)
    return progress.next
  })
}

it('leads along the path to its goal', () => {
  expect(walked('abc', 'abc')).toEqual(['b', 'c', null])
})

it('leads on where a path comes through a viewpoint again', () => {
  expect(walked('abac', 'abac')).toEqual(['b', 'a', 'c', null])
})

it('leads back to the path, also for who walks back', () => {
  expect(walked('abcd', 'abx')).toEqual(['b', 'c', 'b'])
  expect(walked('abcd', 'abca')).toEqual(['b', 'c', 'd', 'b'])
})

it('knows who has left the path, and who is back', () => {
  const progress = new PathProgress(['a', 'b'])
  const left = ['a', 'x', 'y', 'b'].map((step) => {
    progress.reach(step)
    return progress.left
  })
  expect(left).toEqual([false, true, true, false])
})
