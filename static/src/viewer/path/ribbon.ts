import { Vector3 } from 'three'

/**
 * A strip of triangles along a line; per vertex its place, the metres walked, and -1 or 1 for its left or right edge.
 * `metres` has those walked at each of the line's points.
 */
export interface Ribbon {
  positions: number[]
  along: number[]
  across: number[]
  triangles: number[]
  metres: number[]
  length: number
}

const CORNER_STEPS = 6
const UP = new Vector3(0, 1, 0)

/** A flat ribbon of `width` along `points` (metres, y up), its corners rounded within `cornerRadius`. */
export function ribbonAlong(points: readonly Vector3[], width: number, cornerRadius: number): Ribbon {
  const curves = roundCorners(withoutRepeats(points), cornerRadius)
  const line = curves.flat()
  const ribbon: Ribbon = { positions: [], along: [], across: [], triangles: [], metres: [], length: 0 }
  line.forEach((point, index) => {
    const [before, after] = [line[index - 1] ?? point, line[index + 1] ?? point]
    ribbon.length += point.distanceTo(before)
    const sideways = new Vector3().subVectors(after, before).cross(UP).setLength(width / 2)
    for (const side of [-1, 1]) {
      ribbon.positions.push(...sideways.clone().multiplyScalar(side).add(point))
      ribbon.along.push(ribbon.length)
      ribbon.across.push(side)
    }
    if (index > 0) ribbon.triangles.push(...quad(2 * index - 2))
  })
  return { ...ribbon, metres: metresAt(points, curves, ribbon.along) }
}

/** `along` has two entries for each point of the curves. */
function metresAt(points: readonly Vector3[], curves: readonly Vector3[][], along: readonly number[]): number[] {
  const ends = curves.map((_, index) => curves.slice(0, index + 1).flat().length)
  const middles = curves.map(({ length }, index) => along[2 * ((ends[index] ?? 0) - Math.ceil(length / 2))] ?? 0)
  let curve = -1
  return points.map((point, index) => middles[(curve += isRepeat(points, point, index) ? 0 : 1)] ?? 0)
}

/** The place on a line after so many metres; its end where the line is shorter. */
export function pointAlong(points: readonly Vector3[], metres: number): Vector3 {
  let left = metres
  for (const [index, end] of points.entries()) {
    const start = points[index - 1] ?? end
    const length = start.distanceTo(end)
    if (length > 0 && left <= length) return start.clone().lerp(end, left / length)
    left -= length
  }
  return points.at(-1)?.clone() ?? new Vector3()
}

/** For each point its part of the line: each corner is a curve that begins and ends at most `radius`, or half an edge, away from it. */
export function roundCorners(points: readonly Vector3[], radius: number): Vector3[][] {
  return points.map((corner, index) => {
    const [before, after] = [points[index - 1], points[index + 1]]
    if (!before || !after) return [corner]
    const [entry, exit] = [towards(corner, before, radius), towards(corner, after, radius)]
    return Array.from({ length: CORNER_STEPS + 1 }, (_, step) => bezier(entry, corner, exit, step / CORNER_STEPS))
  })
}

const isRepeat = (points: readonly Vector3[], point: Vector3, index: number): boolean => point.distanceTo(points[index - 1] ?? point) <= 1e-3 && index > 0

const withoutRepeats = (points: readonly Vector3[]): Vector3[] => points.filter((point, index) => !isRepeat(points, point, index))

const towards = (from: Vector3, to: Vector3, distance: number): Vector3 =>
  from.clone().lerp(to, Math.min(0.5, distance / from.distanceTo(to)))

const bezier = (entry: Vector3, corner: Vector3, exit: Vector3, share: number): Vector3 =>
  entry.clone().lerp(corner, share).lerp(corner.clone().lerp(exit, share), share)

const quad = (first: number): number[] => [first, first + 1, first + 2, first + 2, first + 1, first + 3]

type Rgb = readonly [number, number, number]

const START: Rgb = [0.11, 0.39, 1]
const GOAL: Rgb = [1, 0.2, 0.16]

/** The path's colour (red, green, blue in [0, 1]) after a share of its length: blue at the start, red at the goal. */
export function pathColour(share: number): Rgb {
  const mix = (channel: 0 | 1 | 2) => START[channel] + (GOAL[channel] - START[channel]) * share
  return [mix(0), mix(1), mix(2)]
}
