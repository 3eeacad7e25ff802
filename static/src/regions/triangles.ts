/** Regions filled with triangles, each of which a camera in the middle of the sphere sees as the spherical one between its corners. */

import { radians } from '../graph/angles'
import type { Box } from './bands'
import { boxesOf } from './overlap'
import { convexPieces } from './polygons'
import type { Region } from './shapes'
import type { Vector } from './vectors'
import { direction, dot, sum, unit } from './vectors'

export type Triangle = readonly [Vector, Vector, Vector]

/** Of a strip along a parallel, which is a curve. */
const ACROSS = radians(2)
/** Of a strip from pole to pole, and the cosine of the longest side: flat triangles must not come near the camera. */
const ALONG = radians(30)
const LONGEST = Math.cos(radians(60))

export function triangles(region: Region): Triangle[] {
  if (region.kind === 'latlon' || region.kind === 'mask') return boxesOf(region).flatMap(strips)
  return convexPieces(region).flatMap((piece) => {
    const [first, ...others] = piece.map(({ point }) => point)
    return first ? others.slice(1).flatMap((point, index) => halved([first, others[index] ?? point, point])) : []
  })
}

function halved(triangle: Triangle): Triangle[] {
  const [a, b, c] = triangle
  const [ab, bc, ca] = [dot(a, b), dot(b, c), dot(c, a)]
  const longest = Math.min(ab, bc, ca)
  if (longest >= LONGEST) return [triangle]
  const [from, to, across] = longest === ab ? [a, b, c] : longest === bc ? [b, c, a] : [c, a, b]
  const amid = sum([1, from], [1, to])
  if (dot(amid, amid) < 1e-12) return [triangle] // Half a circle: any way is the shorter one.
  const middle = unit(amid)
  return [...halved([from, middle, across]), ...halved([middle, to, across])]
}

function strips({ west, width, low, high }: Box): Triangle[] {
  const [columns, rows] = [Math.ceil(width / ACROSS), Math.ceil((high - low) / ALONG)]
  const at = (column: number, row: number): Vector => direction(west + (width * column) / columns, low + ((high - low) * row) / rows)
  return Array.from({ length: columns * rows }, (_, cell) => [cell % columns, Math.floor(cell / columns)] as const).flatMap(([column, row]): Triangle[] => {
    const [a, b, c, d] = [at(column, row), at(column + 1, row), at(column, row + 1), at(column + 1, row + 1)]
    return [
      [a, b, c],
      [c, b, d],
    ]
  })
}
