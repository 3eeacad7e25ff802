import { expect, it } from 'vitest'

import type { FloorPlan } from '../api/types'
import { storeyAt, storeysOf } from './storeys'

const viewpoint = (viewpoint_id: string, z: number) => ({ viewpoint_id, position: [0, 0, z] as [number, number, number], height: null })
const floor = (z: number): FloorPlan['floors'][number] => ({ z, walls: [], rooms: [], stairs: [] })

it('finds storeys by the empty height between viewpoints', () => {
  const storeys = storeysOf([viewpoint('attic', 7.5), viewpoint('hall', 1.6), viewpoint('step', 2.3), viewpoint('landing', 4.6)], null)
  expect(storeys.map(({ viewpointIds }) => [...viewpointIds])).toEqual([['hall', 'step'], ['landing'], ['attic']])
})

it('takes a landing half way up for a part of the storey below', () => {
  const storeys = storeysOf([viewpoint('hall', 1.6), viewpoint('landing', 3.1), viewpoint('gallery', 4.5)], null)
  expect(storeys.map(({ viewpointIds }) => [...viewpointIds])).toEqual([['hall', 'landing'], ['gallery']])
})

it('takes the floors of a plan, and puts a flight to the storey it rises from', () => {
  const storeys = storeysOf([viewpoint('hall', 1.6), viewpoint('flight', 3.1), viewpoint('landing', 4.4)], { floors: [floor(0), floor(2.8)] })
  expect(storeys.map(({ z, viewpointIds }) => [z, ...viewpointIds])).toEqual([
    [0, 'hall', 'flight'],
    [2.8, 'landing'],
  ])
})

it('finds the storey of a height', () => {
  expect([-1, 0, 2.4, 2.7].map((z) => storeyAt([0, 2.8], z))).toEqual([0, 0, 1, 1])
})

it('begins a storey exactly so high above the one below, and lets its lowest steps reach exactly so far', () => {
  expect(storeysOf([viewpoint('hall', 1.6), viewpoint('loft', 3.6)], null)).toHaveLength(2)
  expect([1.49, 1.5].map((z) => storeyAt([0, 2], z))).toEqual([0, 1])
})
