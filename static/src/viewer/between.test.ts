import { expect, it } from 'vitest'

import { locate } from './between'

const places: Record<string, [number, number, number]> = { a: [0, 0, 0], b: [4, 0, 0], c: [0, 0, -4] }
const at = (position: [number, number, number]) => locate(position, 'a', (id) => places[id]!, ['b', 'c'])

it('is at the viewpoint when the camera is', () => {
  expect(at([0, 0.005, 0])).toEqual({ fromId: 'a', toId: null, share: 0 })
})

it('finds the edge that the camera travels, and how far', () => {
  expect(at([1, 0, 0])).toEqual({ fromId: 'a', toId: 'b', share: 0.25 })
  expect(at([0, 0.1, -3])).toEqual({ fromId: 'a', toId: 'c', share: 0.75 })
})

it('stays when the camera is on no edge', () => {
  expect(at([-3, 0, 3]).toId).toBeNull()
})

it.each<[[number, number, number], string | null, number]>([
  [[0.011, 0, 0], 'b', 0.00275],
  [[2, 0.74, 0], 'b', 0.5],
  [[2, 0.76, 0], null, 0],
  [[4.5, 0, 0], 'b', 1],
])('locates a camera at %j', (position, toId, share) => {
  expect(at(position)).toEqual({ fromId: 'a', toId, share: expect.closeTo(share) as number })
})
