import { PerspectiveCamera } from 'three'
import { describe, expect, it } from 'vitest'

import { angleBetween, directionOf, radians } from '../../graph/angles'
import { contains } from '../../regions/contains'
import { area, iou } from '../../regions/overlap'
import type { Polygon, Region, ViewBox } from '../../regions/shapes'
import { cross, direction, dot, unit } from '../../regions/vectors'
import { moved, shifted } from './moves'
import { crookedness, type Look, middleOf, polygonOf, vectorOf } from './polygons'
import { refusalOf } from './refusals'
import { cornersOf, Sight } from './Sight'

const looks = (...points: [number, number][]): Look[] => points.map(([heading, elevation]) => [radians(heading), radians(elevation)])
const faults = (closed: boolean, ...points: [number, number][]) => crookedness(looks(...points).map(vectorOf), closed)
const box = (heading: number, elevation: number, width: number, height: number): ViewBox => ({ kind: 'view', heading: radians(heading), elevation: radians(elevation), width: radians(width), height: radians(height) })

describe('the sides of a polygon', () => {
  it('may not cross or touch, also over the seam and around a pole', () => {
    expect(faults(true, [0, 0], [0, 20], [20, 20], [20, 0])).toBeNull()
    expect(faults(true, [0, 0], [20, 20], [20, 0], [0, 20])).toBe('crosses')
    expect(faults(true, [170, 0], [-170, 20], [-170, 0], [170, 20])).toBe('crosses')
    expect(faults(true, [0, 70], [180, 70], [90, 70], [-90, 70])).toBe('crosses')
    expect(faults(true, [0, 70], [90, 70], [180, 70], [-90, 70])).toBeNull()
    expect(faults(true, [0, 0], [0, 20], [20, 10], [0, 10])).toBe('crosses')
  })

  it('may not go back on themselves, and an open line may come near its beginning', () => {
    expect(faults(false, [0, 0], [0, 20], [0, 10])).toBe('crosses')
    expect(faults(false, [0, 0], [0, 20], [20, 20], [-20, 10])).toBe('crosses')
    expect(faults(false, [0, 0], [0, 20], [20, 20], [2, 10])).toBeNull()
  })

  it('need corners that differ, and less than half a circle from each other', () => {
    expect(faults(true, [0, 0], [10, 0], [0, 0])).toBe('repeats')
    expect(faults(true, [0, 0], [180, 0], [90, 40])).toBe('opposite')
  })
})

it('encloses the same, whichever way people click around it', () => {
  const points = looks([170, -10], [170, 20], [-160, 20], [-160, -10])
  const [one, other] = [polygonOf(points), polygonOf(points.toReversed())]
  expect(iou(one, other)).toBeCloseTo(1, 12)
  expect(contains(one, { heading: Math.PI, elevation: 0 })).toBe(true)
  const pole = polygonOf(looks([0, 60], [90, 60], [180, 60], [-90, 60]))
  expect(contains(pole, { heading: 1, elevation: Math.PI / 2 })).toBe(true)
})

describe('what is refused', () => {
  it.each<[string, Region, ReturnType<typeof refusalOf>]>([
    ['a box', box(10, 10, 12, 8), null],
    ['one of 0.2 degrees', box(10, 10, 0.201, 0.201), null],
    ['one that is lower', box(10, 10, 12, 0.19), 'small'],
    ['a small polygon', polygonOf(looks([0, 0], [0, 0.1], [0.1, 0])), 'small'],
    ['a polygon that crosses itself', { kind: 'polygon', points: looks([0, 0], [20, 20], [20, 0], [0, 20]) }, 'crosses'],
    ['more than half of all', { kind: 'latlon', west: 0, width: 6.2, low: -1.5, high: 1.5 }, 'large'],
    ['half a circle', { ...box(0, 0, 10, 10), width: Math.PI }, 'wide'],
  ])('%s', (_, shape, why) => expect(refusalOf(shape)).toBe(why))
})

describe('a shape that is moved', () => {
  const polygon = polygonOf(looks([170, 60], [170, 80], [-170, 85], [-160, 60]))

  it.each<[string, ViewBox | Polygon]>([
    ['a box', box(179, 10, 20, 10)],
    ['a polygon', polygon],
  ])('%s goes as far as it is told, and keeps its size', (_, shape) => {
    const centre = (of: ViewBox | Polygon) => (of.kind === 'view' ? of : directionOf(...vectorOf(middleOf(of))))
    for (const [right, up] of [[0.02, 0], [0, 0.02], [-0.02, 0], [0, -0.02]] as const) {
      const there = shifted(shape, right, up)
      expect(angleBetween(centre(shape), centre(there))).toBeCloseTo(0.02, 9)
      expect(area(there)).toBeCloseTo(area(shape), 12)
    }
  })

  it('goes on over a pole', () => {
    const over = shifted(box(30, 89.9, 10, 10), 0, radians(0.5)) as ViewBox
    expect(over.elevation).toBeCloseTo(radians(89.6), 9)
    expect(Math.cos(over.heading - radians(30))).toBeCloseTo(-1)
  })

  it('goes to the right and upwards as a camera has them', () => {
    const there = directionOf(...moved({ heading: 1, elevation: 0.3 }, 0, 0.1))
    expect([there.heading, there.elevation]).toEqual([expect.closeTo(1), expect.closeTo(0.4)])
    expect(directionOf(...moved({ heading: 0, elevation: 0 }, 0.1, 0)).heading).toBeCloseTo(0.1)
  })
})

describe('what a camera sees of a shape', () => {
  const size = { width: 800, height: 600 }
  const camera = (heading: number, elevation: number): PerspectiveCamera => {
    const made = new PerspectiveCamera(75, size.width / size.height, 0.1, 2000)
    made.rotation.set(radians(elevation), -radians(heading), 0, 'YXZ')
    return made
  }
  const places = (path: string) => [...path.matchAll(/[ML](\S+) ([^ML]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))

  it('is nothing of what lies behind it', () => {
    const sight = new Sight(camera(0, 0), size)
    const [corners = []] = cornersOf(box(180, 0, 60, 40))
    expect(sight.path(corners, true)).toBe('')
    expect(sight.place(direction(Math.PI))).toBeNull()
    expect(sight.inPicture(direction(1.5))).toBeNull()
  })

  it('lies on the great circles of the sides, also of what reaches around it', () => {
    const shapes: Region[] = [box(60, 20, 170, 120), box(150, -30, 120, 160), box(0, 85, 60, 60), polygonOf(looks([-120, -20], [0, 70], [120, -20], [0, -60]))]
    for (const shape of shapes) for (const heading of [0, 45, 90, 135, 180, 225, 270, 315]) for (const elevation of [-80, -30, 0, 50, 88]) {
      const sight = new Sight(camera(heading, elevation), size)
      const [corners = []] = cornersOf(shape)
      for (const [index, from] of corners.entries()) {
        const to = corners[(index + 1) % corners.length] ?? from
        for (const place of places(sight.path([from, to], false))) {
          const look = vectorOf(sight.look(place))
          const off = Math.abs(dot(look, unit(cross(from, to))))
          expect(off).toBeLessThan(0.002)
          const between = dot(cross(from, look), cross(from, to)) > -1e-3 && dot(cross(look, to), cross(from, to)) > -1e-3
          expect(between).toBe(true)
        }
      }
    }
  })

  it('finds the direction of a pixel, and the pixel of a direction', () => {
    const sight = new Sight(camera(100, 40), size)
    for (const place of [{ x: 0, y: 0 }, { x: 700, y: 20 }, { x: 400, y: 300 }]) {
      const again = sight.place(vectorOf(sight.look(place)))
      expect([again?.x, again?.y]).toEqual([expect.closeTo(place.x, 6), expect.closeTo(place.y, 6)])
    }
  })
})
