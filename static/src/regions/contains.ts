/** Which directions lie inside a region. The twin of `environments/regions/inside.py`. */

import type { Direction } from '../graph/angles'
import { viewPiece } from './pieces'
import type { LatLonBox, Mask, Polygon, Region } from './shapes'
import type { Vector } from './vectors'
import { cross, direction, dot, pairs, times, TURN, wrapped } from './vectors'

/** Radians by which a direction may lie outside and still count: directions on a side are inside. */
const EDGE = 1e-12

export function contains(region: Region, { heading, elevation }: Direction): boolean {
  if (region.kind === 'latlon') return inBox(region, heading, elevation)
  if (region.kind === 'mask') return inMask(region, heading, elevation)
  const look = direction(heading, elevation)
  return region.kind === 'polygon' ? inPolygon(region, look) : viewPiece(region).every(({ edge }) => dot(look, edge) >= -EDGE)
}

function inBox({ west, width, low, high }: LatLonBox, heading: number, elevation: number): boolean {
  const across = wrapped(heading - west + EDGE) <= width + 2 * EDGE
  const pole = Math.abs(elevation) >= Math.PI / 2 - EDGE
  return (across || pole) && elevation >= low - EDGE && elevation <= high + EDGE
}

/** Seen from the opposite of a direction, the triangles to the sides add up to the area if that is outside, and to 4π less if it is inside. */
function inPolygon({ points }: Polygon, look: Vector): boolean {
  const corners = points.map(([heading, elevation]) => direction(heading, elevation))
  const apex = times(look, -1)
  let total = 0
  for (const [a, b] of pairs(corners)) total += 2 * Math.atan2(dot(apex, cross(a, b)), 1 + dot(apex, a) + dot(apex, b) + dot(a, b))
  return total < -Math.PI
}

function inMask({ columns, rows, runs }: Mask, heading: number, elevation: number): boolean {
  const column = Math.floor(wrapped(heading + Math.PI) / TURN * columns) % columns
  const row = Math.min(rows - 1, Math.max(0, Math.floor((0.5 - elevation / Math.PI) * rows)))
  let [at, run] = [runs[0] ?? 0, 0]
  while (at <= row * columns + column && run < runs.length - 1) at += runs[++run] ?? 0
  return run % 2 === 1
}
