/** The outlines of regions as closed lines, fine enough to be drawn straight from point to point. */

import { radians } from '../graph/angles'
import { outline } from './polygons'
import type { Corner } from './pieces'
import type { LatLonBox, Mask, Region } from './shapes'
import type { Vector } from './vectors'
import { cross, direction, dot, length, minus, pairs, sum, TURN, wrapped } from './vectors'

/** Between two points of a parallel, which is a curve. */
const STEP = radians(2)
/** Of a great circle, which every camera sees straight; but behind the camera a line must not go far. */
const STRAIGHT = radians(6)
/** Cells of a mask that are smaller than this have their corners cut, as stairs of them stand for a slanting line. */
const FINE = radians(1)
/** How far, in cells, the smoothed line may be from the stairs' middles. */
const STAIR = 0.4
/** Radians under which two points are one, or an angle is a whole turn. */
const SAME = 1e-9

/** Closed lines of unit vectors (world frame, z up); the last point leads back to the first. None around the whole sphere. */
export function outlines(region: Region): Vector[][] {
  const lines = region.kind === 'latlon' ? aroundBox(region) : region.kind === 'mask' ? aroundCells(region) : [aroundSides(outline(region))]
  return lines.map(withoutRepeats).filter((line) => line.length > 2)
}

const parts = (angle: number, step: number): number => Math.max(1, Math.ceil(Math.abs(angle) / step - SAME))

/** The points from one corner to the next, along the great circles of the sides. */
function aroundSides(ring: readonly Corner[]): Vector[] {
  return [...pairs(ring)].flatMap(([{ point, edge }, { point: end }]) => {
    const ahead = cross(edge, point)
    const angle = wrapped(Math.atan2(dot(end, ahead), dot(end, point)))
    if (angle > TURN - SAME) return [point]
    const steps = parts(angle, STRAIGHT)
    return Array.from({ length: steps }, (_, step) => sum([Math.cos((angle * step) / steps), point], [Math.sin((angle * step) / steps), ahead]))
  })
}

/** Parallels are curves, so they too go in steps. */
function aroundBox({ west, width, low, high }: LatLonBox): Vector[][] {
  const line = ([heading, elevation]: readonly [number, number], turn: number, climb: number): Vector[] => {
    const steps = turn === 0 ? parts(climb, STRAIGHT) : parts(turn, STEP)
    return Array.from({ length: steps }, (_, step) => direction(heading + (turn * step) / steps, elevation + (climb * step) / steps))
  }
  if (width > TURN - SAME) return [low, high].filter((at) => Math.abs(at) < Math.PI / 2 - SAME).map((at) => line([west, at], TURN, 0))
  const [east, climb] = [west + width, high - low]
  return [[...line([west, low], 0, climb), ...line([west, high], width, 0), ...line([east, high], 0, -climb), ...line([east, low], -width, 0)]]
}

/** Along the edges between cells inside and cells outside, with the inside on the right as people see it. */
function aroundCells(mask: Mask): Vector[][] {
  const [side, step] = [TURN / mask.columns, Math.PI / mask.rows]
  const place = (column: number, row: number): Vector => direction(column * side - Math.PI, Math.PI / 2 - row * step)
  const isFine = Math.max(side, step) < FINE
  const lines = ringsOfCells(mask).map((ring) =>
    [...pairs(ring)].flatMap(([[column, row], [nextColumn, nextRow]]) => {
      const across = nextColumn - column - mask.columns * Math.round((nextColumn - column) / mask.columns)
      const share = (at: number): Vector => place(column + across * at, row + (nextRow - row) * at)
      if (isFine) return [share(0.5)]
      const steps = parts(across === 0 ? step : side, STEP)
      return Array.from({ length: steps }, (_, index) => share(index / steps))
    }),
  )
  return isFine ? lines.map((line) => smoothed(line, STAIR * Math.min(side, step))) : lines
}

/** Without points that lie within a distance of a straight line between others (Douglas and Peucker 1973), and no step longer than `STRAIGHT`. */
function smoothed(line: readonly Vector[], within: number): Vector[] {
  const [first] = line
  if (!first) return []
  const kept = new Set([0])
  const open: [number, number][] = [[0, line.length]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part
    const [start, end] = [line[from] ?? first, line[to] ?? first]
    const reach = minus(end, start)
    const normal = cross(start, end)
    const [size, far] = [length(normal), length(reach) > STRAIGHT || from + 1 === to ? 0 : within]
    let [farthest, at] = [far, 0]
    for (let n = from + 1; n < to; n++) {
      const point = line[n] ?? first
      const away = size < SAME ? length(minus(point, start)) : Math.abs(dot(point, normal)) / size
      if (away > farthest) [farthest, at] = [away, n]
    }
    if (at === 0 && far === 0 && to - from > 1) at = Math.floor((from + to) / 2)
    kept.add(from)
    if (at > 0) open.push([from, at], [at, to])
  }
  return line.filter((_, n) => kept.has(n))
}

type Crossing = readonly [column: number, row: number]

/** Rings of crossings of the grid, a cell's side from one to the next. */
function ringsOfCells({ columns, rows, runs }: Mask): Crossing[][] {
  const inside = new Uint8Array(columns * rows)
  const filled: [from: number, to: number][] = []
  let at = 0
  for (const [i, run] of runs.entries()) {
    if (i % 2 === 1) filled.push([at, at + run])
    at += run
  }
  for (const [from, to] of filled) inside.fill(1, from, to)
  const isInside = (column: number, row: number): boolean => row >= 0 && row < rows && inside[row * columns + ((column + columns) % columns)] === 1
  const next = new Map<number, number[]>()
  const join = (fromColumn: number, fromRow: number, toColumn: number, toRow: number): void => {
    const from = fromRow * columns + (fromColumn % columns)
    next.set(from, [...(next.get(from) ?? []), toRow * columns + (toColumn % columns)])
  }
  const joinAround = (column: number, row: number): void => {
    if (!isInside(column, row - 1)) join(column, row, column + 1, row)
    if (!isInside(column + 1, row)) join(column + 1, row, column + 1, row + 1)
    if (!isInside(column, row + 1)) join(column + 1, row + 1, column, row + 1)
    if (!isInside(column - 1, row)) join(column, row + 1, column, row)
  }
  for (const [from, to] of filled) for (let cell = from; cell < to; cell++) joinAround(cell % columns, Math.floor(cell / columns))
  const rings: Crossing[][] = []
  for (const start of next.keys()) {
    const ring: Crossing[] = []
    for (let here: number | undefined = start; here !== undefined; here = next.get(here)?.pop()) ring.push([here % columns, Math.floor(here / columns)])
    if (ring.length > 1) rings.push(ring.slice(0, -1)) // it ends where it began
  }
  return rings
}

const withoutRepeats = (line: readonly Vector[]): Vector[] =>
  line.filter((point, index) => length(minus(point, line[(index || line.length) - 1] ?? point)) > SAME)
