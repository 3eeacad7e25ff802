import { describe, expect, it } from 'vitest'

import { degrees, radians } from '../../graph/angles'
import { contains } from '../../regions/contains'
import { iou } from '../../regions/overlap'
import { axes, viewPiece } from '../../regions/pieces'
import type { ViewBox } from '../../regions/shapes'
import { direction, dot, length, minus, sum, unit, type Vector } from '../../regions/vectors'
import { boxAround, boxOfCorners, boxTouching, GRIPS, gripsOf, pulled, resized } from './boxes'
import { lookOf } from './polygons'

/** The same numbers in [0, 1) each time. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

const box = (heading: number, elevation: number, width: number, height: number): ViewBox => ({ kind: 'view', heading: radians(heading), elevation: radians(elevation), width: radians(width), height: radians(height) })

/** Boxes of all sizes everywhere, and over the seam and around the poles. */
function boxes(count: number, most: number): ViewBox[] {
  const next = random(7)
  return Array.from({ length: count }, (_, n) => {
    const heading = n % 5 === 0 ? 178 + next() * 4 : next() * 360 - 180
    const elevation = n % 7 === 0 ? (n % 2 ? 1 : -1) * (80 + next() * 10) : degrees(Math.asin(2 * next() - 1))
    return box(heading, elevation, 0.3 + next() * most, 0.3 + next() * most)
  })
}

/** How far inside a side a direction lies, in radians; negative outside. */
const depths = (of: ViewBox, point: Vector): number[] => viewPiece(of).map(({ edge }) => Math.asin(dot(point, edge)))

/** A point of each side: the left, the upper, the right, the lower. */
function touching(of: ViewBox, next: () => number): Vector[] {
  const corners = viewPiece(of).map(({ point }) => point)
  return corners.map((from, n) => {
    const share = 0.05 + 0.9 * next()
    return unit(sum([1 - share, from], [share, corners[(n + 1) % 4] ?? from]))
  })
}

describe('a box by extreme points', () => {
  it('touches all four, in any order, at the seam and at the poles', () => {
    const next = random(3)
    const refused: ViewBox[] = []
    for (const drawn of boxes(700, 80)) {
      const points = touching(drawn, next)
      const [a, b, c, d] = points as [Vector, Vector, Vector, Vector]
      const found = boxAround([c, a, d, b])
      if (!found) {
        refused.push(drawn)
        continue
      }
      const gaps = points.map((point) => depths(found, point))
      for (const gap of gaps) expect(Math.min(...gap)).toBeGreaterThan(-1e-9)
      for (const side of [0, 1, 2, 3]) expect(Math.min(...gaps.map((gap) => Math.abs(gap[side] ?? 1)))).toBeLessThan(1e-9)
    }
    // Around a pole the way up turns with the box, so that some points have none.
    expect(refused.every(({ elevation, height }) => Math.abs(elevation) + height / 2 > radians(80))).toBe(true)
    expect(refused.length).toBeLessThan(8)
  })

  it('is the box that they were taken from, away from the poles', () => {
    const next = random(4)
    const drawn = boxes(500, 60).filter(({ elevation, height }) => Math.abs(elevation) + height / 2 < radians(75))
    expect(drawn.length).toBeGreaterThan(150)
    for (const each of drawn) {
      const found = boxAround(touching(each, next))
      expect(found && iou(found, each)).toBeCloseTo(1, 9)
    }
  })

  it('is refused where no view box holds the points', () => {
    expect(boxAround([0, 90, 180, 270].map((heading) => direction(radians(heading))))).toBeNull()
    expect(boxAround([direction(0, 1.5), direction(0, -1.5), direction(2), direction(-2)])).toBeNull()
  })
})

it('has two directions as its opposite corners, wherever they are', () => {
  for (const drawn of boxes(700, 150)) {
    const { bottomLeft, topRight, topLeft, bottomRight } = gripsOf(drawn)
    for (const [one, other] of [[bottomLeft, topRight], [topLeft, bottomRight]] as const) {
      const found = boxOfCorners(one, other)
      const corners = found ? viewPiece(found).map(({ point }) => point) : []
      for (const corner of [one, other]) expect(Math.min(...corners.map((each) => length(minus(each, corner))))).toBeLessThan(1e-7)
    }
  }
  expect(boxOfCorners([0, 0, 1], [0, 0, -1])).toBeNull()
})

it('is dragged over the seam and over a pole like anywhere else', () => {
  const seam = boxOfCorners(direction(radians(170), radians(10)), direction(radians(-170), radians(-10)))
  expect(seam && contains(seam, { heading: Math.PI, elevation: 0 })).toBe(true)
  expect(seam && degrees(seam.width)).toBeCloseTo(20, 0)
  const pole = boxOfCorners(direction(radians(20), radians(70)), direction(radians(190), radians(75)))
  expect(pole && contains(pole, { heading: 0, elevation: Math.PI / 2 })).toBe(true)
})

describe('a box that is held', () => {
  it('keeps the opposite corner when a corner is pulled', () => {
    const drawn = box(179, 40, 30, 20)
    const to = direction(radians(-150), radians(60))
    const found = pulled(drawn, 'topRight', to)
    const corners = found ? viewPiece(found).map(({ point }) => point) : []
    for (const corner of [gripsOf(drawn).bottomLeft, to]) expect(Math.min(...corners.map((each) => length(minus(each, corner))))).toBeLessThan(1e-9)
  })

  it.each(['left', 'right', 'top', 'bottom'] as const)('touches where its %s side was pulled, and the middles of the others', (grip) => {
    for (const drawn of boxes(300, 70).filter(({ elevation }) => Math.abs(elevation) < radians(60))) {
      const { forward, right, up } = axes(drawn.heading, drawn.elevation)
      const grips = gripsOf(drawn)
      const to = unit(sum([1, grips[grip]], [grip === 'right' ? 0.05 : -0.05, grip === 'left' || grip === 'right' ? right : up], [0.01, forward]))
      const found = pulled(drawn, grip, to)
      if (!found) continue // a narrow box pulled through its other side
      const held = [to, ...(['left', 'right', 'top', 'bottom'] as const).filter((each) => each !== grip).map((each) => grips[each])]
      for (const point of held) expect(Math.min(...depths(found, point).map(Math.abs))).toBeLessThan(1e-9)
    }
  })

  it('has eight handles on its sides, corners first to last around it', () => {
    const drawn = box(-170, 30, 40, 30)
    const grips = gripsOf(drawn)
    for (const grip of GRIPS) expect(Math.min(...depths(drawn, grips[grip]).map(Math.abs))).toBeLessThan(1e-12)
    const [, top] = lookOf(grips.top)
    expect(degrees(top)).toBeCloseTo(45)
  })

  it('grows and shrinks around its centre, and not to nothing', () => {
    expect(resized(box(0, 0, 10, 10), radians(2), 0)).toEqual({ ...box(0, 0, 10, 10), width: radians(10) + radians(2) })
    expect(resized(box(0, 0, 0.4, 10), -radians(0.5), 0)).toBeNull()
    expect(resized(box(0, 0, 10, 179.9), 0, radians(0.5))).toBeNull()
  })
})

it('touches with each side what that side is to touch', () => {
  const [left, right, top, bottom] = [direction(-0.3, 0.05), direction(0.2, -0.02), direction(0.25, 0.3), direction(0, -0.1)] as const
  const found = boxTouching([left, right], [top, bottom])
  const [atLeft, atTop, atRight, atBottom] = found ? [depths(found, left)[0], depths(found, top)[1], depths(found, right)[2], depths(found, bottom)[3]] : []
  for (const depth of [atLeft, atTop, atRight, atBottom]) expect(depth).toBeCloseTo(0, 10)
})
