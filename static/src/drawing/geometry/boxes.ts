/** View boxes from what people point at. All are exact: their sides touch what was pointed at, to rounding. */

import { type Direction, directionOf } from '../../graph/angles'
import { axes, viewPiece } from '../../regions/pieces'
import type { ViewBox } from '../../regions/shapes'
import { dot, length, sum, type Vector } from '../../regions/vectors'

/** Radians by which a box may be off its centre. */
const CENTRED = 1e-12
/** Turns of the camera after which points are refused. */
const ROUNDS = 60
/** Turns by as much as the box is off its centre; near the poles, where that turns the box as well, they go round in circles, and Newton's do not. */
const PLAIN = 6
/** Radians by which Newton's method looks aside, and turns at most; and the determinant under which it does not know where to. */
const ASIDE = 1e-6
const FURTHEST = 0.3
const FLAT = 1e-3
/** Length of the sum of two opposite directions, but for rounding. */
const OPPOSITE = 1e-6

/** The box of which two directions are opposite corners; null if they are opposite each other on the sphere. Its centre is midway, as corners are equally far from it. */
export function boxOfCorners(one: Vector, other: Vector): ViewBox | null {
  const between = sum([1, one], [1, other])
  if (length(between) < OPPOSITE) return null
  const { heading, elevation } = directionOf(...between)
  const { forward, right, up } = axes(heading, elevation)
  const angle = (across: Vector): number => 2 * Math.atan2(Math.abs(dot(one, across)), dot(one, forward))
  return { kind: 'view', heading, elevation, width: angle(right), height: angle(up) }
}

/**
 * The box whose left and right side touch the outermost of `across`, and whose upper and lower side touch the outermost of `along`:
 * a camera is turned until both are centred. Null if that takes over 60 rounds, or no view box holds them.
 */
export function boxTouching(across: readonly Vector[], along: readonly Vector[]): ViewBox | null {
  const spans = ({ heading, elevation }: Direction) => {
    const { forward, right, up } = axes(heading, elevation)
    return [span(across, right, forward), span(along, up, forward)] as const
  }
  let camera = directionOf(...sum(...[...across, ...along].map((point) => [1, point] as const)))
  for (let round = 0; round < ROUNDS; round++) {
    const [x, y] = spans(camera)
    if (Math.max(Math.abs(x.middle), Math.abs(y.middle)) < CENTRED) {
      return Math.max(x.width, y.width) < Math.PI ? { kind: 'view', ...camera, width: x.width, height: y.width } : null
    }
    const off = (at: Direction): Offset => spans(at).map(({ middle }) => middle) as [number, number]
    camera = turned(camera, round < PLAIN ? [x.middle, y.middle] : newton(camera, off))
  }
  return null
}

type Offset = readonly [right: number, up: number]

/** How to turn so that a box is centred, as far as how it changes with the camera foretells; half as far as it is off where that says nothing. */
function newton(camera: Direction, off: (at: Direction) => Offset): Offset {
  const [here, right, up] = [off(camera), off(turned(camera, [ASIDE, 0])), off(turned(camera, [0, ASIDE]))]
  const [a, b, c, d] = [(right[0] - here[0]) / ASIDE, (up[0] - here[0]) / ASIDE, (right[1] - here[1]) / ASIDE, (up[1] - here[1]) / ASIDE]
  const determinant = a * d - b * c
  if (Math.abs(determinant) < FLAT) return [here[0] / 2, here[1] / 2]
  const [x, y] = [(b * here[1] - d * here[0]) / determinant, (c * here[0] - a * here[1]) / determinant]
  const share = Math.min(1, FURTHEST / Math.hypot(x, y))
  return [share * x, share * y]
}

function turned({ heading, elevation }: Direction, [x, y]: Offset): Direction {
  const { forward, right, up } = axes(heading, elevation)
  return directionOf(...sum([1, forward], [Math.tan(capped(x)), right], [Math.tan(capped(y)), up]))
}

/** The box around the extreme points of a thing, in any order. */
export const boxAround = (points: readonly Vector[]): ViewBox | null => boxTouching(points, points)

function span(points: readonly Vector[], towards: Vector, forward: Vector): { middle: number; width: number } {
  const angles = points.map((point) => Math.atan2(dot(point, towards), dot(point, forward)))
  const [low, high] = [Math.min(...angles), Math.max(...angles)]
  return { middle: (low + high) / 2, width: high - low }
}

const capped = (angle: number): number => Math.max(-1, Math.min(1, angle))

/** What a box is held at: corners and the middles of sides, in the order in which Tab leads around it. */
export const GRIPS = ['topLeft', 'top', 'topRight', 'right', 'bottomRight', 'bottom', 'bottomLeft', 'left'] as const
export type Grip = (typeof GRIPS)[number]

export function gripsOf(box: ViewBox): Record<Grip, Vector> {
  const { forward, right, up } = axes(box.heading, box.elevation)
  const [a, b] = [box.width / 2, box.height / 2]
  const [bottomLeft = forward, topLeft = forward, topRight = forward, bottomRight = forward] = viewPiece(box).map(({ point }) => point)
  const beside = (angle: number, axis: Vector): Vector => sum([Math.cos(angle), forward], [Math.sin(angle), axis])
  return { topLeft, topRight, bottomLeft, bottomRight, left: beside(-a, right), right: beside(a, right), top: beside(b, up), bottom: beside(-b, up) }
}

const CORNERS: Partial<Record<Grip, Grip>> = { topLeft: 'bottomRight', topRight: 'bottomLeft', bottomLeft: 'topRight', bottomRight: 'topLeft' }

/** The box after one of its corners or sides was taken there: the opposite corner, or the middles of the other sides, stay where they touch it. */
export function pulled(box: ViewBox, grip: Grip, to: Vector): ViewBox | null {
  const grips = gripsOf(box)
  const opposite = CORNERS[grip]
  if (opposite) return boxOfCorners(grips[opposite], to)
  if (grip === 'left') return boxTouching([to, grips.right], [grips.top, grips.bottom])
  if (grip === 'right') return boxTouching([grips.left, to], [grips.top, grips.bottom])
  if (grip === 'top') return boxTouching([grips.left, grips.right], [to, grips.bottom])
  return boxTouching([grips.left, grips.right], [grips.top, to])
}

/** Wider and higher by so many radians, around its centre; null where no such box is left. */
export function resized(box: ViewBox, width: number, height: number): ViewBox | null {
  const [wide, high] = [box.width + width, box.height + height]
  return Math.min(wide, high) > 0 && Math.max(wide, high) < Math.PI ? { ...box, width: wide, height: high } : null
}
