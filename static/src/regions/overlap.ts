/** Areas of regions and of their unions, and how much two share: exact. The twin of `environments/regions/cover.py` and `overlap.py`. */

import type { Box } from './bands'
import { bandArea, boxArea, sharedByBoxes } from './bands'
import type { Piece } from './pieces'
import { convexArea, sharedByPieces, viewArea, without } from './pieces'
import { convexPieces } from './polygons'
import type { LatLonBox, Mask, Region } from './shapes'
import { TURN } from './vectors'

/** Parts of a union: neither pieces nor boxes overlap each other, but a box may overlap a piece. */
interface Cover {
  pieces: Piece[]
  boxes: Box[]
}

export const area = (region: Region): number => unionArea([region])

/** Steradians that any of the regions cover. */
export function unionArea(regions: readonly Region[]): number {
  const [only, ...others] = regions
  return only?.kind === 'view' && others.length === 0 ? viewArea(only) : coverArea(cover(regions))
}

/** Intersection over union of two regions of any kinds, in [0, 1]. */
export const iou = (first: Region, second: Region): number => unionIou([first], [second])

/** The same of two unions of regions: c-IoU of the boxes of a plural phrase; 0 where either is empty. */
export function unionIou(first: readonly Region[], second: readonly Region[]): number {
  if (first.length === 0 || second.length === 0) return 0
  const shared = sharedArea(first, second)
  return Math.min(1, shared / (unionArea(first) + unionArea(second) - shared))
}

/** Steradians that two unions of regions share. */
export function sharedArea(first: readonly Region[], second: readonly Region[]): number {
  const [one, other] = [cover(first), cover(second)]
  if ([one, other].some(({ pieces, boxes }) => pieces.length > 0 && boxes.length > 0)) {
    return Math.max(0, coverArea(one) + coverArea(other) - coverArea(cover([...first, ...second])))
  }
  return (
    total(one.pieces, (piece) => total(other.pieces, (each) => sharedByPieces(piece, each))) +
    total(one.boxes, (box) => total(other.boxes, (each) => sharedByBoxes(box, each))) +
    total(one.pieces, (piece) => total(other.boxes, (box) => bandArea(piece, box))) +
    total(other.pieces, (piece) => total(one.boxes, (box) => bandArea(piece, box)))
  )
}

function coverArea({ pieces, boxes }: Cover): number {
  const twice = total(pieces, (piece) => total(boxes, (box) => bandArea(piece, box)))
  return total(pieces, convexArea) + total(boxes, boxArea) - twice
}

const total = <Item>(items: readonly Item[], measure: (item: Item) => number): number => items.reduce((sum, item) => sum + measure(item), 0)

function cover(regions: readonly Region[]): Cover {
  const drawn = regions.flatMap((region) => (region.kind === 'view' || region.kind === 'polygon' ? [convexPieces(region)] : []))
  const boxes = regions.flatMap((region) => (region.kind === 'latlon' || region.kind === 'mask' ? [boxesOf(region)] : []))
  return { pieces: apart(drawn), boxes: boxes.length === 1 ? (boxes[0] ?? []) : apartBoxes(boxes.flat()) }
}

/** The pieces of each region that no region before it has. */
function apart(drawn: readonly Piece[][]): Piece[] {
  const found: Piece[] = []
  const before: Piece[] = []
  for (const pieces of drawn) {
    found.push(...before.reduce<Piece[]>((left, other) => left.flatMap((piece) => without(piece, other)), pieces))
    before.push(...pieces)
  }
  return found
}

/** The box itself, or a mask's cells, joined within each row. */
export function boxesOf(region: LatLonBox | Mask): Box[] {
  if (region.kind === 'latlon') return [region]
  const [side, step] = [TURN / region.columns, Math.PI / region.rows]
  const boxes: Box[] = []
  let at = 0
  for (const [i, run] of region.runs.entries()) {
    const stop = at + run
    for (; i % 2 === 1 && at < stop; ) {
      const row = Math.floor(at / region.columns)
      const end = Math.min(stop, (row + 1) * region.columns)
      const begin = at - row * region.columns
      boxes.push({ west: begin * side - Math.PI, width: (end - at) * side, low: Math.PI / 2 - (row + 1) * step, high: Math.PI / 2 - row * step })
      at = end
    }
    at = stop
  }
  return boxes
}

/** The same area in boxes that do not overlap, each from one limit of elevation to the next. */
function apartBoxes(boxes: readonly Box[]): Box[] {
  const limits = [...new Set(boxes.flatMap(({ low, high }) => [low, high]))].sort((a, b) => a - b)
  return limits.slice(0, -1).flatMap((low, i) => {
    const high = limits[i + 1] ?? low
    const spans = merged(boxes.filter((box) => box.low <= low && box.high >= high))
    return spans.map(([begin, end]) => ({ west: begin, width: end - begin, low, high }))
  })
}

/** The headings that boxes cover, from and to, cut at the seam. */
function merged(boxes: readonly Box[]): [number, number][] {
  const spans = boxes.flatMap(({ west, width }): [number, number][] =>
    west + width > Math.PI ? [[west, Math.PI], [-Math.PI, west + width - TURN]] : [[west, west + width]],
  )
  const found: [number, number][] = []
  for (const [begin, end] of spans.sort(([a], [b]) => a - b)) {
    const last = found.at(-1)
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end)
    else found.push([begin, end])
  }
  return found
}
