import { Vector3 } from 'three'
import { expect, it } from 'vitest'

import { ringsFor, targetAt } from './rings'

const eye = new Vector3(0, 1.6, 0)
const places = (...points: [number, number][]) =>
  points.map(([x, z], index) => ({ viewpointId: String(index), centre: new Vector3(x, 0, z) }))

it('makes a ring grow with its distance', () => {
  const [near, far] = ringsFor(eye, places([1, 0], [0, -9]))
  expect([near!.radius, far!.radius]).toEqual([0.34, expect.closeTo((0.34 * Math.hypot(9, 1.6)) / 3)])
  const radii = (gap: number) => ringsFor(eye, places([1, 0], [1 + gap, 0])).map(({ radius }) => radius)
  expect([radii(0.5), radii(0.1)]).toEqual([[0.225, 0.225], [0.1, 0.1]])
})

it('leans a ring at the height of the eyes towards them, and leaves the floor below flat', () => {
  const [level, above, below] = ringsFor(
    eye,
    [new Vector3(2, 1.55, -2), new Vector3(-3, 1.8, 1), new Vector3(0, 0, -3)].map((centre, index) => ({
      viewpointId: String(index),
      centre,
    })),
  )
  for (const { lean, centre } of [level!, above!]) {
    const up = new Vector3(0, 1, 0).applyQuaternion(lean)
    expect(up.dot(eye.clone().sub(centre).normalize())).toBeCloseTo(Math.sin(0.3))
  }
  expect(new Vector3(0, 1, 0).applyQuaternion(below!.lean).y).toBe(1)
})

it('keeps forty rings of one viewpoint apart', () => {
  const crowd = Array.from({ length: 40 }, (_, index): [number, number] => [(index % 8) - 4, -2 - Math.floor(index / 8)])
  const rings = ringsFor(eye, places(...crowd))
  for (const a of rings) {
    for (const b of rings) if (a !== b) expect(a.centre.distanceTo(b.centre)).toBeGreaterThan(a.radius + b.radius)
  }
})

const near = { id: 'near', x: 100, y: 100, radius: 60 }
const far = { id: 'far', x: 150, y: 100, radius: 3 }

it('hits what is under the pointer, and small targets from a finger away', () => {
  expect(targetAt(50, 100, [near, far])).toBe('near')
  expect(targetAt(170, 100, [near, far])).toBe('far')
  expect([targetAt(174, 100, [near, far]), targetAt(175, 100, [near, far])]).toEqual(['far', null])
})

it('prefers the nearest centre where targets overlap', () => {
  expect(targetAt(130, 100, [near, far])).toBe('far')
})
