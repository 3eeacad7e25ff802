/** Convex pieces of the sphere: cut, clipped, measured. The twin of `environments/regions/kernels.py`, where the sources are named. */

import type { ViewBox } from './shapes'
import type { Vector } from './vectors'
import { cross, dot, direction, length, minus, pairs, rightOf, sum, times } from './vectors'

/** A corner, and the inward unit normal of the side that goes from it to the next; the inside is on the left as seen from outside the sphere. */
export interface Corner {
  point: Vector
  edge: Vector
}

export type Piece = readonly Corner[]

/** Steradians over which turning angles give an area more exactly than triangles do. */
const LARGE = 0.1
/** Of a triangle's solid angle, the denominator: 4 for a small one, 0 for one as long as half a circle. */
const COMPACT = 0.5
/** Steradians under which turning angles that add up to a whole turn, or to none, cannot be told apart. */
const UNSURE = 1e-9
/** Radians under which a side has no sure direction: what rounding leaves where three sides meet. */
const SHORT = 1e-12
/** The cosine under which the ends of a side are opposite, so that it needs a corner amid to say which way it goes. */
export const OPPOSITE = -1 + 1e-9
/** Radians from a cut under which a corner lies on it: rounding says nothing of its side. */
const ON = 1e-15
/** Width in radians of the slivers that rounding leaves beside a cut. */
const ROUNDING = 4e-15

/** The axes of a level camera. */
export function axes(heading: number, elevation: number): { forward: Vector; right: Vector; up: Vector } {
  const up: Vector = [-Math.sin(heading) * Math.sin(elevation), -Math.cos(heading) * Math.sin(elevation), Math.cos(elevation)]
  return { forward: direction(heading, elevation), right: rightOf(heading), up }
}

/** A view box from its lower left corner on: its left, upper, right and lower side. */
export function viewPiece({ heading, elevation, width, height }: ViewBox): Piece {
  const { forward, right, up } = axes(heading, elevation)
  const [sa, ca, sb, cb] = [Math.sin(width / 2), Math.cos(width / 2), Math.sin(height / 2), Math.cos(height / 2)]
  const reach = Math.sqrt(ca * ca * cb * cb + sa * sa * cb * cb + ca * ca * sb * sb)
  const corner = (across: number, along: number): Vector => sum([(ca * cb) / reach, forward], [(across * sa * cb) / reach, right], [(along * ca * sb) / reach, up])
  return [
    { point: corner(-1, -1), edge: sum([sa, forward], [ca, right]) },
    { point: corner(-1, 1), edge: sum([sb, forward], [-cb, up]) },
    { point: corner(1, 1), edge: sum([sa, forward], [-ca, right]) },
    { point: corner(1, -1), edge: sum([sb, forward], [cb, up]) },
  ]
}

export function viewArea({ width, height }: ViewBox): number {
  const [sa, ca, sb, cb] = [Math.sin(width / 2), Math.cos(width / 2), Math.sin(height / 2), Math.cos(height / 2)]
  return 4 * Math.atan2(sa * sb, Math.sqrt(ca * ca + sa * sa * cb * cb))
}

/** The part on the side to which `normal` points; empty if nothing is left. */
export function cut(piece: Piece, normal: Vector): Piece {
  const kept: Corner[] = []
  let [begin, end, deepest] = [-1, -1, 0] // begin, end: of the new side along the cut
  for (const [corner, after] of pairs(piece)) {
    const [here, there] = [dot(corner.point, normal), dot(after.point, normal)]
    deepest = Math.max(deepest, here)
    if (here >= 0) kept.push(corner)
    if (here >= 0 === there >= 0) continue
    const point = crossing(corner, after.point, normal, here, there)
    if (!point) continue
    if (here >= 0) begin = kept.length
    else end = kept.length
    kept.push({ point, edge: here >= 0 ? normal : corner.edge })
  }
  if (deepest <= ON) return holds(piece, normal) ? piece : [] // outside, but for that half of the sphere itself
  return kept.length > 2 ? withCornerAmid(kept, begin, end) : []
}

/** Whether a direction lies inside a convex piece, not on its sides. */
const holds = (piece: Piece, look: Vector): boolean => [...pairs(piece)].every(([a, b]) => isShort(a.point, b.point) || dot(a.edge, look) > 0)

/** With a corner in the middle of the side from one corner to another, if these are opposite. */
function withCornerAmid(piece: Piece, begin: number, end: number): Piece {
  const [from, to] = [piece[begin], piece[end]]
  if (!from || !to || dot(from.point, to.point) >= OPPOSITE) return piece
  return piece.toSpliced(begin + 1, 0, { point: cross(from.edge, from.point), edge: from.edge })
}

function crossing({ point, edge }: Corner, after: Vector, normal: Vector, here: number, there: number): Vector | null {
  const share = Math.abs(here) / (Math.abs(here) + Math.abs(there)) // in [0, 1], lest distances of 1e-160 vanish as squares
  const chord = sum([share, after], [1 - share, point])
  const size = length(chord)
  if (size < 0.1) {
    const both = cross(edge, normal)
    const across = length(both)
    if (across > size) return times(both, (dot(both, chord) >= 0 ? 1 : -1) / across)
  }
  return size > 0 ? times(chord, 1 / size) : null
}

/** Steradians, under 2π. */
export function convexArea(piece: Piece): number {
  const [first, ...others] = piece
  if (!first) return 0
  const a = first.point
  let [real, imaginary, least] = [1, 0, 4]
  for (const [i, { point: b }] of others.slice(0, -1).entries()) {
    const c = others[i + 1]?.point ?? b
    const volume = dot(a, cross(minus(b, a), minus(c, a)))
    const rest = 1 + dot(a, b) + dot(b, c) + dot(c, a)
    least = Math.min(least, rest)
    ;[real, imaginary] = [real * rest - imaginary * volume, real * volume + imaginary * rest]
  }
  const area = 2 * Math.atan2(imaginary, real)
  return least > COMPACT && Math.abs(area) < LARGE ? Math.max(area, 0) : areaByTurning(piece)
}

function areaByTurning(piece: Piece): number {
  const sides = [...pairs(piece)].filter(([a, b]) => !isShort(a.point, b.point)).map(([corner]) => corner.edge)
  if (sides.length < 3) return 0 // there and back
  let [real, imaginary, least] = [1, 0, 1]
  for (const [a, b] of pairs(sides)) {
    const [across, along] = [length(cross(a, b)), dot(a, b)]
    least = Math.min(least, along)
    ;[real, imaginary] = [real * along - imaginary * across, real * across + imaginary * along]
  }
  const area = -Math.atan2(imaginary, real)
  if (Math.abs(area) < UNSURE) return least < 0 ? Math.max(area, 0) : area + 2 * Math.PI
  return area > 0 ? area : area + 2 * Math.PI
}

export const isShort = (a: Vector, b: Vector): boolean => length(minus(a, b)) < SHORT

/** Steradians that two pieces share. */
export function sharedByPieces(first: Piece, second: Piece): number {
  const [small, large] = convexArea(first) > convexArea(second) ? [second, first] : [first, second]
  return convexArea(clip(small, large))
}

const clip = (piece: Piece, by: Piece): Piece => by.reduce<Piece>((left, { edge }) => cut(left, edge), piece)

/** The convex pieces of what is outside another piece. */
export function without(piece: Piece, other: Piece): Piece[] {
  const outside: Piece[] = []
  const sliver = ROUNDING * Math.sqrt(convexArea(piece))
  let rest = piece
  for (const { edge } of other) {
    const part = cut(rest, times(edge, -1))
    if (convexArea(part) > sliver) outside.push(part)
    rest = cut(rest, edge)
    if (convexArea(rest) <= sliver) return [piece]
  }
  return outside
}
