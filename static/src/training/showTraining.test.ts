import { expect, it } from 'vitest'

import { lessonsOf } from './showTraining'

const states = (result: Parameters<typeof lessonsOf>[0]) => lessonsOf(result).map(({ good }) => good)

it('finds nothing wrong with the right way', () => {
  expect(states({ success: true, ne: 0, ndtw: 1 })).toEqual([true, true])
})

it('tells how far from the goal a walk ended, and whether it was another way', () => {
  const [goal, way] = lessonsOf({ success: false, ne: 7.6, ndtw: 0.2 })
  const [, detour] = lessonsOf({ success: true, ne: 0, ndtw: 0.7 })
  expect(goal?.text).toContain('8 m')
  expect([goal?.good, way?.good, detour?.good]).toEqual([false, false, false])
  expect(way?.text).not.toBe(detour?.text)
})
