import { type Direction, directionOf } from '../../graph/angles'
import { axes } from '../../regions/pieces'
import type { Polygon, Region, ViewBox } from '../../regions/shapes'
import { cross, direction, dot, sum, unit, type Vector } from '../../regions/vectors'
import { middleOf } from './polygons'

/** A direction taken so many radians to the right and upwards, as a level camera that looks there has it. */
export function moved({ heading, elevation }: Direction, right: number, up: number): Vector {
  const frame = axes(heading, elevation)
  const across = sum([Math.cos(right), frame.forward], [Math.sin(right), frame.right])
  return turned(across, frame.right, up)
}

/** A box or polygon taken so many radians to the right and upwards, without a change of its size. */
export function shifted(shape: ViewBox | Polygon, right: number, up: number): ViewBox | Polygon {
  if (shape.kind === 'view') return { ...shape, ...directionOf(...moved(shape, right, up)) }
  const frame = axes(...middleOf(shape))
  const take = (point: Vector): Vector => turned(turned(point, frame.up, -right), frame.right, up)
  const points = shape.points.map(([heading, elevation]) => directionOf(...take(direction(heading, elevation))))
  return { kind: 'polygon', points: points.map(({ heading, elevation }) => [heading, elevation] as const) }
}

export const canMove = (shape: Region): shape is ViewBox | Polygon => shape.kind === 'view' || shape.kind === 'polygon'

/** Turned around an axis, counter-clockwise for who looks against it. */
function turned(point: Vector, axis: Vector, angle: number): Vector {
  const along = dot(axis, point)
  return unit(sum([Math.cos(angle), point], [Math.sin(angle), cross(axis, point)], [(1 - Math.cos(angle)) * along, axis]))
}
