import { directionOf } from '../../graph/angles'
import { aboveSides } from '../../regions/bands'
import { outline } from '../../regions/polygons'
import type { Polygon } from '../../regions/shapes'
import { cross, direction, dot, length, minus, pairs, sum, type Vector } from '../../regions/vectors'

/** Heading and elevation, as the wire has the corners of polygons. */
export type Look = readonly [heading: number, elevation: number]

/** Radians under which two corners are one, and under which a corner lies on a side; as the server has them. */
const SAME = 1e-9
const ON = 1e-10
/** The cosine under which two corners are opposite. */
const OPPOSITE = -1 + 1e-9

export const lookOf = (vector: Vector): Look => {
  const { heading, elevation } = directionOf(...vector)
  return [heading, elevation]
}

export const vectorOf = ([heading, elevation]: Look): Vector => direction(heading, elevation)

export function middleOf({ points }: Polygon): Look {
  return lookOf(sum(...points.map((point) => [1, vectorOf(point)] as const)))
}

export type Crooked = 'repeats' | 'opposite' | 'crosses'

/** What is wrong with corners that are joined one after the other, and the last with the first where they are `closed`; null if nothing is. */
export function crookedness(corners: readonly Vector[], closed: boolean): Crooked | null {
  const sides = [...pairs(corners)].slice(0, closed ? undefined : -1)
  if (corners.some((corner, at) => corners.slice(at + 1).some((other) => length(minus(corner, other)) < SAME))) return 'repeats'
  if (sides.some(([from, to]) => dot(from, to) < OPPOSITE)) return 'opposite'
  const isNext = (one: number, other: number): boolean => other - one === 1 || (closed && one === 0 && other === sides.length - 1)
  const meets = sides.some((side, one) => sides.some((other, at) => at > one && (isNext(one, at) ? turnsBack(side, other) : meet(side, other))))
  return meets ? 'crosses' : null
}

type Side = readonly [from: Vector, to: Vector]

/** Whether two sides cross or touch: great-circle arcs, each shorter than half a circle. */
function meet([a, b]: Side, [c, d]: Side): boolean {
  const [one, other] = [cross(a, b), cross(c, d)]
  const both = cross(one, other)
  if (length(both) < ON * length(one) * length(other)) return [c, d].some((end) => isOn(end, [a, b])) || [a, b].some((end) => isOn(end, [c, d]))
  const size = length(both)
  return [1, -1].some((way) => {
    const point: Vector = [(way * both[0]) / size, (way * both[1]) / size, (way * both[2]) / size]
    return isOn(point, [a, b]) && isOn(point, [c, d])
  })
}

/** Whether two sides that share a corner lie on each other. */
function turnsBack([a, b]: Side, [c, d]: Side): boolean {
  const [shared, from, to] = length(minus(b, c)) < SAME ? [b, a, d] : [a, b, c]
  return isOn(to, [shared, from]) || isOn(from, [shared, to])
}

function isOn(point: Vector, [from, to]: Side): boolean {
  const normal = cross(from, to)
  const size = length(normal)
  if (Math.abs(dot(point, normal)) > ON * size) return false
  return dot(cross(from, point), normal) >= -ON * size && dot(cross(point, to), normal) >= -ON * size
}

/** The polygon of these corners, turned the way that encloses the smaller part of the sphere: people click around a thing either way. */
export function polygonOf(points: readonly Look[]): Polygon {
  const polygon: Polygon = { kind: 'polygon', points }
  return enclosed(polygon) > 2 * Math.PI ? { kind: 'polygon', points: points.toReversed() } : polygon
}

/** Steradians. */
function enclosed(polygon: Polygon): number {
  const above = aboveSides(outline(polygon))
  return above >= 0 ? above : above + 4 * Math.PI
}
