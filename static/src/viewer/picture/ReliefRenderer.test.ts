import { expect, it } from 'vitest'

import { squares } from './ReliefRenderer'

it('covers a square with triangles that all turn the same way, and share their corners', () => {
  const [points, order] = squares(3)
  expect([points.length, order.length]).toEqual([2 * 16, 3 * 18])
  const point = (at: number) => [points[2 * at] ?? NaN, points[2 * at + 1] ?? NaN] as const
  const areas = Array.from({ length: order.length / 3 }, (_, triangle) => {
    const [a, b, c] = [0, 1, 2].map((corner) => point(order[3 * triangle + corner] ?? NaN)) as [readonly [number, number], readonly [number, number], readonly [number, number]]
    return ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2
  })
  expect(areas.reduce((sum, area) => sum + area)).toBeCloseTo(-1)
  expect(Math.max(...areas)).toBeLessThan(0)
})
