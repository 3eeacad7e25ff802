import { Vector3 } from 'three'
import { expect, it } from 'vitest'

import { ringsFor } from './rings'

const eye = new Vector3(0, 1.6, 0)
const places = (...points: [number, number][]) =>
  points.map(([x, z], index) => ({ viewpointId: String(index), centre: new Vector3(x, 0, z) }))

it('makes a ring grow with its distance', () => {
  const [near, far] = ringsFor(eye, places([1, 0], [0, -9]))
  expect(far!.radius).toBeGreaterThan(2 * near!.radius)
})

it('keeps forty rings of one viewpoint apart', () => {
  const crowd = Array.from({ length: 40 }, (_, index): [number, number] => [(index % 8) - 4, -2 - Math.floor(index / 8)])
  const rings = ringsFor(eye, places(...crowd))
  for (const a of rings) {
    for (const b of rings) if (a !== b) expect(a.centre.distanceTo(b.centre)).toBeGreaterThan(a.radius + b.radius)
  }
})
