/** What is drawn of a region lies on its edges, and fills it: at the seam, at the poles, and when it is wider than what one sees. */

import { describe, expect, it } from 'vitest'

import { degrees, directionOf, radians } from '../graph/angles'
import { contains } from './contains'
import { outlines } from './outlines'
import type { Mask, Region } from './shapes'
import { type Triangle, triangles } from './triangles'
import type { Vector } from './vectors'
import { cross, direction, dot, length, minus, pairs, sum, unit } from './vectors'

const deg = radians
const view = (heading: number, elevation: number, width: number, height: number): Region => ({ kind: 'view', heading: deg(heading), elevation: deg(elevation), width: deg(width), height: deg(height) })
const latlon = (west: number, width: number, low: number, high: number): Region => ({ kind: 'latlon', west: deg(west), width: deg(width), low: deg(low), high: deg(high) })
const polygon = (...points: [number, number][]): Region => ({ kind: 'polygon', points: points.map(([heading, elevation]) => [deg(heading), deg(elevation)] as const) })

/** Cells of a grid of half a degree between two columns and two rows, over the seam where the first is the greater. */
function fineMask(from: number, to: number, top: number, bottom: number): Mask {
  const [columns, rows] = [720, 360]
  const cells = Array.from({ length: columns * rows }, (_, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    const across = from < to ? column >= from && column < to : column >= from || column < to
    return across && row >= top && row < bottom
  })
  const runs = [0]
  cells.forEach((inside, index) => {
    const was = index > 0 && cells[index - 1]
    if (inside === was) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1
    else runs.push(1)
  })
  return { kind: 'mask', columns, rows, runs }
}

const REGIONS: Record<string, Region> = {
  'a view box': view(30, -20, 60, 40),
  'a view box over the seam': view(175, 10, 30, 20),
  'a view box around a pole': view(20, 85, 40, 40),
  'a view box of nearly half the sphere': view(-60, 5, 178, 170),
  'a box in longitude and latitude over the seam': latlon(170, 40, -30, 10),
  'one of more than half a turn': latlon(-100, 250, -20, 35),
  'one around the pole': latlon(-180, 360, 60, 90),
  'a band all round': latlon(-180, 360, -15, 15),
  'a triangle': polygon([0, 0], [0, 40], [40, 0]),
  'an L that is not convex': polygon([170, 0], [170, 40], [-170, 40], [-170, 20], [-150, 20], [-150, 0]),
  'a polygon with the pole inside': polygon([0, 60], [-90, 60], [180, 60], [90, 60]),
  'a mask': fineMask(300, 360, 150, 200),
  'a mask over the seam': fineMask(700, 20, 150, 200),
  'a mask that holds the pole': fineMask(0, 720, 0, 16),
  'a coarse mask': { kind: 'mask', columns: 8, rows: 4, runs: [11, 2, 6, 2, 11] },
}

const isIn = (region: Region, [x, y, z]: Vector): boolean => contains(region, directionOf(x, y, z))

/** Whether points on one side of a line, a little off it, lie inside and those on the other side do not. */
function isEdge(region: Region, from: Vector, to: Vector, off: number): boolean {
  const middle = unit(sum([1, from], [1, to]))
  const aside = unit(cross(middle, minus(to, from)))
  const [here, there] = [off, -off].map((by) => isIn(region, unit(sum([1, middle], [by, aside]))))
  return here !== there
}

/** Which directions a triangle holds. */
function holding([a, b, c]: Triangle): (look: Vector) => boolean {
  const [ab, bc, ca, middle] = [cross(a, b), cross(b, c), cross(c, a), sum([1, a], [1, b], [1, c])]
  return (look) => {
    if (dot(look, middle) <= 0) return false
    const [one, two, three] = [dot(ab, look), dot(bc, look), dot(ca, look)]
    return (one >= 0 && two >= 0 && three >= 0) || (one <= 0 && two <= 0 && three <= 0)
  }
}

describe.each(Object.entries(REGIONS))('%s', (name, region) => {
  it('has an outline that is its edge, in steps of at most six degrees', () => {
    const lines = outlines(region)
    expect(lines.length).toBe(name === 'a band all round' ? 2 : 1)
    // The corners of fine cells are cut, by half a cell at most.
    const off = name.includes('mask') && !name.includes('coarse') ? deg(0.36) : deg(0.02)
    for (const [from, to] of lines.flatMap((line) => [...pairs(line)])) {
      expect(length(from)).toBeCloseTo(1, 12)
      expect(degrees(2 * Math.asin(length(minus(to, from)) / 2))).toBeLessThan(6.001)
      expect(isEdge(region, from, to, off), `from ${from.join()} to ${to.join()}`).toBe(true)
    }
  })

  it('is filled by triangles, and nothing else is', () => {
    const filling = triangles(region).map(holding)
    const shares = { both: 0, either: 0 }
    for (let n = 0; n < 4000; n++) {
      const elevation = Math.asin(1 - (2 * n + 1) / 4000)
      const look = direction(n * 2.399963229728653, elevation)
      const [wanted, drawn] = [isIn(region, look), filling.some((holds) => holds(look))]
      if (wanted && drawn) shares.both += 1
      if (wanted || drawn) shares.either += 1
    }
    expect(shares.both).toBeGreaterThan(0)
    expect(shares.both / shares.either).toBeGreaterThan(0.98)
  })
})

it('draws the side of a box in longitude and latitude along its parallel, not along a great circle', () => {
  const [line = []] = outlines(latlon(-60, 120, 40, 50))
  const tops = line.filter(([x, y, z]) => Math.abs(directionOf(x, y, z).elevation - deg(50)) < 1e-9)
  expect(tops.length).toBe(61)
})

it('draws the sides of a view box straight, as its camera sees them', () => {
  const [line = []] = outlines(view(0, 0, 60, 40))
  const right = line.map(([x, y]) => x / y).filter((share) => share > Math.tan(deg(30)) - 1e-9)
  expect(right.length).toBeGreaterThan(5)
  for (const share of right) expect(share).toBeCloseTo(Math.tan(deg(30)), 12)
})

it('has no outline around all that there is', () => {
  expect(outlines(latlon(-180, 360, -90, 90))).toEqual([])
})
