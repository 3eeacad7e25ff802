/** Polygons divided into convex pieces. The twin of `environments/regions/polygons.py`, which also says which polygons are refused. */

import type { Side } from './bands'
import { aboveSides, elevationAt, sideOf } from './bands'
import type { Corner, Piece } from './pieces'
import { convexArea, isShort, OPPOSITE, viewPiece } from './pieces'
import type { Polygon, ViewBox } from './shapes'
import type { Vector } from './vectors'
import { cross, direction, dot, minus, pairs, rightOf, times, TURN, unit, wrapped } from './vectors'

/** Of a slab between two meridians. */
const WIDEST = TURN / 3
/** Steradians under which a piece is a line. */
const LINE = 1e-15
const [DOWN, UP]: [Vector, Vector] = [[0, 0, -1], [0, 0, 1]]

/** The outline: of a view box, or of a polygon of any simple shape. */
export function outline(region: ViewBox | Polygon): Piece {
  if (region.kind === 'view') return viewPiece(region)
  const corners = region.points.map(([heading, elevation]) => direction(heading, elevation))
  return [...pairs(corners)].map(([point, after]) => ({ point, edge: unit(cross(point, minus(after, point))) }))
}

/** Convex pieces that fill a region without overlap: itself, or slabs between the meridians of its corners. */
export function convexPieces(region: ViewBox | Polygon): Piece[] {
  const ring = outline(region)
  const isConvex = ring.every(({ edge }, i) => dot(edge, ring[(i + 2) % ring.length]?.point ?? edge) >= 0)
  return region.kind === 'view' || isConvex ? [ring] : slabs(ring)
}

function slabs(ring: Piece): Piece[] {
  const sides = [...pairs(ring)].map(([a, b]) => ({ side: sideOf(a.point, b.point, a.edge), ends: [a.point, b.point] as const }))
  const holdsDown = aboveSides(ring) < 0
  const stops = [...new Set(ring.map(({ point }) => Math.atan2(point[0], point[1])))].sort((a, b) => a - b)
  const cuts = stops.flatMap((west, i) => meridians(west, stops[i + 1] ?? (stops[0] ?? 0) + TURN))
  return cuts.flatMap(([left, right]) => slab(sides, holdsDown, left, right))
}

function meridians(west: number, east: number): [number, number][] {
  const parts = Math.floor((east - west) / WIDEST) + 1
  const at = (part: number) => (part === parts ? east : west + ((east - west) * part) / parts)
  return Array.from({ length: parts }, (_, part) => [at(part), at(part + 1)])
}

interface Bounded {
  side: Side
  ends: readonly [Vector, Vector]
}

function slab(sides: readonly Bounded[], holdsDown: boolean, left: number, right: number): Piece[] {
  const middle = (left + right) / 2
  const crossing = sides.filter(({ side }) => {
    const along = wrapped(middle - side.heading)
    return along > 0 && along < side.turn
  })
  const sorted = crossing.sort((a, b) => elevationAt(a.side, middle) - elevationAt(b.side, middle))
  const levels: (Bounded | null)[] = holdsDown ? [null, ...sorted] : sorted
  const pieces: Piece[] = []
  for (let i = 0; i < levels.length; i += 2) pieces.push(between(left, right, levels[i] ?? null, levels[i + 1] ?? null))
  return pieces.filter((piece) => convexArea(piece) > LINE)
}

/** What lies between two sides (null: a pole) and two meridians. */
function between(left: number, right: number, lower: Bounded | null, upper: Bounded | null): Piece {
  const [rightward, leftward] = [rightOf(left), times(rightOf(right), -1)]
  const [lowLeft, lowRight] = [left, right].map((at) => (lower ? end(lower, at) : DOWN)) as [Vector, Vector]
  const [upLeft, upRight] = [left, right].map((at) => (upper ? end(upper, at) : UP)) as [Vector, Vector]
  const middle = (at: number, edge: Vector): Corner => ({ point: direction(at), edge }) // of a side from pole to pole
  const ring: Corner[] = [
    { point: lowLeft, edge: rightward },
    ...(dot(lowLeft, upLeft) < OPPOSITE ? [middle(left, rightward)] : []),
    { point: upLeft, edge: upper ? upper.side.normal : leftward },
    { point: upRight, edge: leftward },
    ...(dot(lowRight, upRight) < OPPOSITE ? [middle(right, leftward)] : []),
    { point: lowRight, edge: lower ? lower.side.normal : rightward },
  ]
  return [...pairs(ring)].filter(([a, b]) => !isShort(a.point, b.point)).map(([corner]) => corner)
}

/** Where a side crosses a meridian: its own end, if it ends there. */
function end({ side, ends }: Bounded, heading: number): Vector {
  const own = ends.find(([x, y]) => wrapped(Math.atan2(x, y) - heading) === 0)
  return own ?? direction(heading, elevationAt(side, heading))
}
