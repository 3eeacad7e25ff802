/** What polygons share with boxes in longitude and latitude, in closed form. The twin of `environments/regions/kernels.py`. */

import type { Piece } from './pieces'
import { isShort } from './pieces'
import type { LatLonBox } from './shapes'
import type { Vector } from './vectors'
import { pairs, TURN, wrapped } from './vectors'

/** Without what makes it a region of its own. */
export type Box = Omit<LatLonBox, 'kind'>

/** A side of a polygon, from its western end to its eastern. */
export interface Side {
  normal: Vector
  /** 1 for a side that goes to the right, also right over a pole, or -1. */
  sign: 1 | -1
  heading: number
  turn: number
  first: number
  last: number
  short: boolean
}

/** Half the radians that the ends of a side lack to half a circle, under which they do not tell where it runs. */
const OPPOSED = 0.01

/** sin(high) - sin(low), without loss of digits. */
const band = (low: number, high: number): number => 2 * Math.sin((high - low) / 2) * Math.cos((high + low) / 2)

export const boxArea = ({ width, low, high }: Box): number => width * band(low, high)

export function sideOf(a: Vector, b: Vector, normal: Vector): Side {
  const [from, to] = [Math.atan2(a[0], a[1]), Math.atan2(b[0], b[1])]
  const turn = wrapped(to - from + Math.PI) - Math.PI
  const [first, last] = [a, b].map(([x, y, z]) => Math.atan2(z, Math.hypot(x, y))) as [number, number]
  const short = isShort(a, b)
  return turn < 0 ? { normal, sign: -1, heading: to, turn: -turn, first: last, last: first, short } : { normal, sign: 1, heading: from, turn, first, last, short }
}

/** Where a side crosses a heading. */
export function elevationAt({ normal, sign }: Side, heading: number): number {
  return Math.atan2(sign * (normal[0] * Math.sin(heading) + normal[1] * Math.cos(heading)), Math.abs(normal[2]))
}

/** The integral of sin(elevation) along a side, from where it has turned by `at`, right by `turn` <= π, between two elevations. */
function sineIntegral({ normal, sign, heading }: Side, at: number, turn: number, first: number, last: number): number {
  const [across, along] = [Math.sin(turn / 2) * Math.sin((first + last) / 2), Math.cos(turn / 2) * Math.cos((first - last) / 2)]
  if (across * across + along * along > OPPOSED * OPPOSED) return 2 * Math.atan2(across, along)
  return sign * (sineUntil(normal, heading + at + turn) - sineUntil(normal, heading + at))
}

/** The same from the highest point of a great circle on: by its normal, which ends that are opposite do not give. */
function sineUntil([x, y, z]: Vector, heading: number): number {
  const [s, c] = [Math.sin(heading), Math.cos(heading)]
  return Math.atan2(y * s - x * c, Math.hypot(z, x * s + y * c))
}

/** A polygon's area, less 4π if straight down lies inside. */
export function aboveSides(polygon: Piece): number {
  return sidesOf(polygon).reduce((total, side) => total - side.sign * (side.turn - sineIntegral(side, 0, side.turn, side.first, side.last)), 0)
}

const sidesOf = (polygon: Piece): Side[] => [...pairs(polygon)].map(([{ point, edge }, after]) => sideOf(point, after.point, edge)).filter(({ turn }) => turn > 0)

/** Steradians that a polygon of at most half the sphere shares with a box. */
export function bandArea(polygon: Piece, box: Box): number {
  const whole = aboveSides(polygon)
  let above = sidesOf(polygon).reduce((total, side) => total - side.sign * within(side, box), 0)
  if (whole < -Math.PI) above += boxArea(box)
  else if (whole > 3 * Math.PI) above -= boxArea(box)
  return Math.max(above, 0)
}

/** What of a box lies above a side. */
function within(side: Side, box: Box): number {
  const start = wrapped(side.heading - box.west)
  let inside = 0
  for (const lap of [0, TURN]) {
    const [begin, end] = [Math.max(start, lap), Math.min(start + side.turn, lap + box.width)]
    if (begin >= end) continue
    if (side.short) {
      inside += (end - begin) * band(Math.max(box.low, Math.min(box.high, side.first)), box.high)
      continue
    }
    const first = begin === start ? side.first : elevationAt(side, box.west + begin)
    const last = end === start + side.turn ? side.last : elevationAt(side, box.west + end)
    inside += aboveSide({ ...side, heading: box.west + begin, turn: end - begin, first, last }, box)
  }
  return inside
}

function aboveSide(side: Side, { low, high }: Box): number {
  const ends: [number, number] = [side.turn, side.last]
  const stops: [number, number][] = [[0, side.first], ...stopsWithin(side, low, high).sort(([a], [b]) => a - b), ends]
  let total = 0
  for (const [i, [at, first]] of stops.slice(0, -1).entries()) {
    const [next, last] = stops[i + 1] ?? ends
    const middle = elevationAt(side, side.heading + at + (next - at) / 2)
    if (middle <= low) total += (next - at) * band(low, high)
    else if (middle < high) total += (next - at) * Math.sin(high) - sineIntegral(side, at, next - at, first, last)
  }
  return total
}

/** Where a side is highest or lowest, and where it crosses the limits of a band: turns from its beginning, and elevations. */
function stopsWithin(side: Side, low: number, high: number): [number, number][] {
  const { normal, sign, heading, turn } = side
  const top = Math.atan2(sign * normal[0], sign * normal[1])
  const found = [top, top + Math.PI].map((tip): [number, number] => {
    const at = wrapped(tip - heading)
    return [at, elevationAt(side, heading + at)]
  })
  const tilt = Math.hypot(normal[0], normal[1])
  for (const limit of [low, high]) {
    if (Math.abs(limit) >= Math.PI / 2 || tilt === 0) continue
    const ratio = (Math.sin(limit) * Math.abs(normal[2])) / (Math.cos(limit) * tilt)
    if (Math.abs(ratio) < 1) for (const way of [-1, 1]) found.push([wrapped(top + way * Math.acos(ratio) - heading), limit])
  }
  return found.filter(([at]) => at > 0 && at < turn)
}

/** Steradians that two boxes share: in two pieces, where both are wide. */
export function sharedByBoxes(first: Box, second: Box): number {
  const [low, high] = [Math.max(first.low, second.low), Math.min(first.high, second.high)]
  if (low >= high) return 0
  const start = wrapped(second.west - first.west)
  const once = Math.max(0, Math.min(first.width, start + second.width) - start)
  const again = Math.max(0, Math.min(first.width, start + second.width - TURN))
  return (once + again) * band(low, high)
}
