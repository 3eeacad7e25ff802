/** The boxes around regions. The twin of `environments/regions/bounds.py`. */

import type { Direction } from '../graph/angles'
import { directionOf, signedAngle } from '../graph/angles'
import type { Box } from './bands'
import { aboveSides, sideOf } from './bands'
import { boxesOf } from './overlap'
import type { Piece } from './pieces'
import { axes } from './pieces'
import { outline } from './polygons'
import type { LatLonBox, Region, ViewBox } from './shapes'
import type { Vector } from './vectors'
import { cross, direction, dot, pairs, sum, times, TURN, wrapped } from './vectors'

/** Shares of the way to the middle that a camera turns, round by round: a wide region makes whole steps swing. */
const STEPS = [...Array<number>(30).fill(1), ...Array<number>(70).fill(0.5), ...Array<number>(100).fill(0.25), 0]
/** Radians by which the sides of a view box may differ in their distance from its centre. */
const CENTRED = 1e-14
/** Radians under which two gaps are equally wide. */
const EQUAL = 1e-12

/** The smallest box in longitude and latitude that holds a region; all headings, if a pole is inside. */
export function boundingLatLon(region: Region): LatLonBox {
  if (region.kind === 'latlon') return region
  if (region.kind !== 'mask') return aroundSides(outline(region))
  const boxes = boxesOf(region)
  const [low, high] = [Math.min(...boxes.map((box) => box.low)), Math.max(...boxes.map((box) => box.high))]
  return { kind: 'latlon', ...aroundSpans(boxes.map(({ west, width }) => [west, width])), low, high }
}

/** The view box whose four sides all touch the regions, with its centre in the middle; null if none holds them. */
export function boundingView(regions: readonly Region[]): ViewBox | null {
  const [only, ...others] = regions
  if (only?.kind === 'view' && others.length === 0) return only
  const drawn = regions.flatMap((region) => (region.kind === 'view' || region.kind === 'polygon' ? outline(region).map(({ point }) => point) : []))
  const boxes = regions.flatMap((region) => (region.kind === 'latlon' || region.kind === 'mask' ? boxesOf(region) : []))
  const parallels = [...boxes.map((box) => ({ ...box, at: box.low })), ...boxes.map((box) => ({ ...box, at: box.high }))]
  const corners = [...drawn, ...parallels.map(({ west, at }) => direction(west, at)), ...parallels.map(({ west, width, at }) => direction(west + width, at))]
  const middles = parallels.map(({ west, width, at }) => direction(west + width / 2, at))
  let camera = directionOf(...sum(...[...corners, ...middles].map((each) => [1, each] as const)))
  for (const step of STEPS) {
    const seen = seenFrom(camera, [...corners, ...turningPoints(parallels, camera)])
    if (!seen) return null
    const [x, y] = [(seen.left + seen.right) / 2, (seen.low + seen.high) / 2]
    if (Math.max(Math.abs(x), Math.abs(y)) < CENTRED || step === 0) {
      const [width, height] = [2 * Math.max(seen.right, -seen.left), 2 * Math.max(seen.high, -seen.low)]
      return Math.max(width, height) < Math.PI ? { kind: 'view', ...camera, width, height } : null // half a circle, but for rounding
    }
    const { forward, right, up } = axes(camera.heading, camera.elevation)
    camera = directionOf(...sum([1, forward], [Math.tan(step * x), right], [Math.tan(step * y), up]))
  }
  return null
}

/** The angles, to the right and upwards of a camera's axis, between which it sees points; null if one is not in front of it. */
function seenFrom(camera: Direction, points: readonly Vector[]): { left: number; right: number; low: number; high: number } | null {
  const { forward, right, up } = axes(camera.heading, camera.elevation)
  const seen = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity }
  for (const point of points) {
    const ahead = dot(point, forward)
    if (ahead <= 0) return null
    const [x, y] = [Math.atan2(dot(point, right), ahead), Math.atan2(dot(point, up), ahead)]
    seen.left = Math.min(seen.left, x)
    seen.right = Math.max(seen.right, x)
    seen.low = Math.min(seen.low, y)
    seen.high = Math.max(seen.high, y)
  }
  return seen
}

/** Where sides along parallels reach furthest to the right, to the left and upwards or downwards. */
function turningPoints(parallels: readonly (Box & { at: number })[], { heading, elevation }: Direction): Vector[] {
  return parallels.flatMap(({ west, width, at }) => {
    const furthest = Math.acos(-1 / (Math.tan(at) * Math.tan(elevation))) // NaN, which lies nowhere, if there is none
    return [0, furthest, -furthest, Math.PI].filter((offset) => wrapped(heading + offset - west) <= width).map((offset) => direction(heading + offset, at))
  })
}

function aroundSides(ring: Piece): LatLonBox {
  const sides = [...pairs(ring)]
  const elevations = ring.map(({ point: [x, y, z] }) => Math.atan2(z, Math.hypot(x, y)))
  for (const [{ point, edge }, after] of sides) {
    const top: Vector = [-edge[2] * edge[0], -edge[2] * edge[1], 1 - edge[2] ** 2]
    for (const tip of [top, times(top, -1)]) {
      const onSide = dot(cross(point, tip), edge) > 0 && dot(cross(tip, after.point), edge) > 0
      if (onSide) elevations.push(Math.atan2(tip[2], Math.hypot(tip[0], tip[1])))
    }
  }
  const [low, high] = [Math.min(...elevations), Math.max(...elevations)]
  const headings = ring.map(({ point: [x, y] }) => Math.atan2(x, y))
  const rounds = Math.round([...pairs(headings)].reduce((total, [from, to]) => total + signedAngle(to - from), 0) / TURN)
  const down = aboveSides(ring) < 0
  const up = (rounds === 0) === down
  if (down || up) return { kind: 'latlon', west: -Math.PI, width: TURN, low: down ? -Math.PI / 2 : low, high: up ? Math.PI / 2 : high }
  const spans = sides.map(([{ point, edge }, after]) => sideOf(point, after.point, edge)).map(({ heading, turn }): [number, number] => [heading, turn])
  return { kind: 'latlon', ...aroundSpans(spans), low, high }
}

/** The shortest interval on the circle that holds intervals of west and width. */
function aroundSpans(spans: readonly (readonly [number, number])[]): { west: number; width: number } {
  const sorted = spans.toSorted(([a], [b]) => a - b)
  const starts = sorted.map(([west]) => west)
  const reach: number[] = []
  for (const [west, width] of sorted) reach.push(Math.max(reach.at(-1) ?? -Infinity, west + width))
  const last = reach.at(-1) ?? 0
  const gaps = reach.map((end, i) => (starts[i + 1] ?? (starts[0] ?? 0) + TURN) - Math.max(end, last - TURN))
  const widest = gaps.findIndex((gap) => gap > Math.max(...gaps) - EQUAL) // the first of equal ones, whatever the rounding
  const gap = gaps[widest] ?? 0
  return gap < EQUAL ? { west: -Math.PI, width: TURN } : { west: starts[(widest + 1) % starts.length] ?? 0, width: TURN - gap }
}
