import { Vector3 } from 'three'
import { expect, it } from 'vitest'

import { radians } from '../../graph/angles'
import type { Mask, Region } from '../../regions/shapes'
import { fillMeshes, lineMeshes } from './regionMeshes'

/** A quarter of the cells around heading 180, over the seam. */
const MASK: Mask = { kind: 'mask', columns: 8, rows: 4, runs: [8, 1, 6, 2, 6, 1, 8] }
/** All of them lie behind who looks along heading 0, or around; angles are degrees from the seam. */
const BEHIND: Record<string, Region> = {
  'a view box': { kind: 'view', heading: radians(175), elevation: radians(-10), width: radians(120), height: radians(60) },
  'a box in longitude and latitude': { kind: 'latlon', west: radians(130), width: radians(100), low: radians(-50), high: radians(50) },
  'a polygon': { kind: 'polygon', points: [[radians(120), 0], [radians(180), radians(60)], [radians(-120), 0], [radians(180), radians(-60)]] },
  'a mask': MASK,
}
/** As wide as lines become on the smallest screens: radians. */
const WIDEST = 0.02

/** Where the shaders put corners, before the lens: the picture holds only what is in front, so with z under 0. */
function corners(region: Region): { line: Vector3[]; fill: Vector3[] } {
  const drawn = [{ shape: region, look: 0, lit: true }]
  const at = (values: ArrayLike<number>, n: number): Vector3 => new Vector3(values[3 * n], values[3 * n + 1], values[3 * n + 2])
  const placed = (geometry: ReturnType<typeof lineMeshes>[number]): Vector3[] => {
    const { position, sideways, across } = geometry.attributes
    return Array.from(geometry.index?.array ?? [], (n) => {
      const seen = at(position?.array ?? [], n)
      if (!sideways || !across) return seen
      return seen.addScaledVector(at(sideways.array, n), (across.array[n] ?? 0) * WIDEST * Math.max(0.1, -seen.z))
    })
  }
  return { line: lineMeshes(drawn).flatMap(placed), fill: fillMeshes(drawn).flatMap(placed) }
}

it.each(Object.entries(BEHIND))('draws nothing of %s behind the camera', (_, region) => {
  const { line, fill } = corners(region)
  expect(line.length).toBeGreaterThan(12)
  expect(fill.length).toBeGreaterThan(2)
  for (const { z } of [...line, ...fill]) expect(z).toBeGreaterThan(0)
})

it.each(Object.entries(BEHIND))('draws lines of %s in short pieces, which a lens cuts off cleanly', (_, region) => {
  const { line } = corners(region)
  for (let n = 0; n < line.length; n += 3) {
    const [a, b, c] = line.slice(n, n + 3)
    if (!a || !b || !c) continue
    expect(Math.max(a.distanceTo(b), b.distanceTo(c), c.distanceTo(a))).toBeLessThan(0.16) // six degrees, and the line's width
  }
})
