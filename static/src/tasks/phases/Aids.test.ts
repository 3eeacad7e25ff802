import { expect, it } from 'vitest'

import { Aids } from './Aids'

it('adds up how long the map was open, also while it still is', () => {
  let now = 100
  const aids = new Aids({ map: true }, null, () => now)
  aids.offerMap()
  aids.watchMap(true)
  now = 103
  aids.watchMap(false)
  now = 110
  aids.watchMap(true)
  now = 112
  expect(aids.record).toEqual({ map: true, map_seconds: 5, flights: 0 })
})

it('goes on with what a page that was left had counted', () => {
  const aids = new Aids({ map: false }, { map: false, map_seconds: 4, flights: 1 })
  aids.countFlight()
  expect(aids.record).toEqual({ map: false, map_seconds: 4, flights: 2 })
})
