import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { expect, it } from 'vitest'

import { boundingLatLon, boundingView } from './bounds'
import { contains } from './contains'
import { sharedArea, unionArea, unionIou } from './overlap'
import type { Region } from './shapes'

interface Overlap {
  first: [Region, ...Region[]]
  second: [Region, ...Region[]]
  areas: [number, number]
  shared: number
  iou: number
}

interface Case extends Overlap {
  latlon: number[]
  view: number[] | null
  /** Whether the camera that finds the view box came to rest. */
  settled: boolean
  looks: [heading: number, elevation: number][]
  inside: (0 | 1)[]
}

/** What Python found: tests/environments/regions/cases.py. */
const read = (name: string): unknown => JSON.parse(gunzipSync(readFileSync(`../tests/data/regions/${name}.json.gz`)).toString())
const cases = read('cases') as Case[]
/** All of whose angles are multiples of 15 degrees. */
const lattice = read('lattice') as Overlap[]
const AGREED = 1e-12

const turned = (angle: number): number => Math.abs(angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI)))
const furthest = (differences: readonly number[]): number => Math.max(...differences)

const overlapErrors = ({ first, second, areas, shared, iou }: Overlap): number[] => [
  Math.abs(unionArea(first) - areas[0]),
  Math.abs(unionArea(second) - areas[1]),
  Math.abs(sharedArea(first, second) - shared),
  Math.abs(unionIou(first, second) - iou),
]

it('has two thousand cases', () => expect(cases).toHaveLength(2000))

it.each(Array.from({ length: 20 }, (_, part) => part))('finds the same areas and overlaps as Python, part %d', (part) => {
  expect(furthest(cases.slice(part * 100, (part + 1) * 100).flatMap(overlapErrors))).toBeLessThan(AGREED)
})

it('finds the same areas and overlaps of sides that share great circles and poles', () => {
  expect(lattice).toHaveLength(250)
  expect(furthest(lattice.flatMap(overlapErrors))).toBeLessThan(AGREED)
})

it('finds the same directions inside', () => {
  for (const { first, looks, inside } of cases) {
    expect(looks.map(([heading, elevation]) => Number(contains(first[0], { heading, elevation })))).toEqual(inside)
  }
})

it('finds the same boxes in longitude and latitude around regions', () => {
  const worst = furthest(
    cases.flatMap(({ first, latlon: [west = NaN, width = NaN, low = NaN, high = NaN] }) => {
      const box = boundingLatLon(first[0])
      return [turned(box.west - west), Math.abs(box.width - width), Math.abs(box.low - low), Math.abs(box.high - high)]
    }),
  )
  expect(worst).toBeLessThan(AGREED)
})

it('finds the same view boxes around regions', () => {
  const unsettled = cases.filter(({ view, settled }) => view && !settled)
  expect(unsettled.length).toBeLessThan(cases.length / 100)
  for (const { first, view, settled } of cases) {
    const box = boundingView(first)
    expect(box === null).toBe(view === null)
    if (!box || !view || !settled) continue
    const [heading = NaN, elevation = NaN, width = NaN, height = NaN] = view
    const apart = turned(box.heading - heading) * Math.cos(elevation)
    expect(furthest([apart, Math.abs(box.elevation - elevation), Math.abs(box.width - width), Math.abs(box.height - height)])).toBeLessThan(AGREED)
  }
})
