import type { Sight, Spot } from '../../api/EditClient'
import { type Direction, directionOf, unitVector } from '../../graph/angles'
import type { CameraState } from '../../viewer/types'

export type Vector = readonly [number, number, number]
export type Matrix = readonly [Vector, Vector, Vector]

export const LEVEL: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** How a picture is shown: level, its middle ahead. It is turned when the viewpoint is; what is seen of it stays. */
export interface Shown {
  readonly viewpointId: string
  /** Of what lies ahead, in the world; radians. */
  readonly heading: number
  /** From the picture's own frame to the level one in which it is shown. */
  readonly lean: Matrix
}

export const transposed = (matrix: Matrix): Matrix => [
  [matrix[0][0], matrix[1][0], matrix[2][0]],
  [matrix[0][1], matrix[1][1], matrix[2][1]],
  [matrix[0][2], matrix[1][2], matrix[2][2]],
]

export const times = (matrix: Matrix, [x, y, z]: Vector): Vector => [
  matrix[0][0] * x + matrix[0][1] * y + matrix[0][2] * z,
  matrix[1][0] * x + matrix[1][1] * y + matrix[1][2] * z,
  matrix[2][0] * x + matrix[2][1] * y + matrix[2][2] * z,
]

/** From the frame in which a picture is shown to the world. */
const toWorld = (heading: number): Matrix => {
  const [sine, cosine] = [Math.sin(heading), Math.cos(heading)]
  return [
    [cosine, sine, 0],
    [-sine, cosine, 0],
    [0, 0, 1],
  ]
}

/** A viewpoint as its picture is shown; a picture that waits has none, and is shown as it is. */
export function shownOf(viewpointId: string, spot: Spot | null): Shown {
  if (!spot) return { viewpointId, heading: 0, lean: LEVEL }
  const heading = spot.heading ?? 0
  const inverse = transposed(toWorld(heading))
  const columns = transposed(spot.orientation)
  return { viewpointId, heading, lean: transposed([times(inverse, columns[0]), times(inverse, columns[1]), times(inverse, columns[2])]) }
}

/** A point of what is shown as the server wants it: in the picture's own frame. */
export const sightOf = ({ lean }: Shown, direction: Direction): Sight => directionOf(...times(transposed(lean), unitVector(direction)))

/** Where something of the world is in what is shown; `way` leads there from the camera. */
export const shownWay = ({ heading }: Shown, way: Vector): Vector => times(transposed(toWorld(heading)), way)

/** A point of a picture in what is shown. */
export const shownSight = ({ lean }: Shown, sight: Sight): Vector => times(lean, unitVector(sight))

export const between = (from: Vector, to: Vector): Vector => [to[0] - from[0], to[1] - from[1], to[2] - from[2]]

/** The floor under a camera; the camera itself where nobody has said how high it was. */
export const floorUnder = ({ position: [x, y, z], height }: Spot): Vector => [x, y, z - (height ?? 0)]

/** Less than this before the camera, a point is beside the picture or behind it. */
const NEAR = 0.05

/** Pixels from the picture's upper left corner; null for what the camera does not see. */
export function onScreen([x, y, z]: Vector, { extrinsic_matrix: pose, intrinsic_matrix: lens }: CameraState, size: { readonly width: number; readonly height: number }): { x: number; y: number } | null {
  const three: Vector = [x, z, -y]
  const along = (column: number) => (pose[column] ?? 0) * three[0] + (pose[column + 4] ?? 0) * three[1] + (pose[column + 8] ?? 0) * three[2]
  const [right, up, away] = [along(0), along(1), -along(2)]
  if (away < NEAR * Math.hypot(x, y, z)) return null
  const place = { x: ((1 + ((lens[0] ?? 1) * right) / away) * size.width) / 2, y: ((1 - ((lens[5] ?? 1) * up) / away) * size.height) / 2 }
  return place.x >= 0 && place.x <= size.width && place.y >= 0 && place.y <= size.height ? place : null
}
