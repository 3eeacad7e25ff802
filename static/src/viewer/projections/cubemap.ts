import { BufferGeometry, Float32BufferAttribute } from 'three'

import { type Direction, unitVector } from '../../graph/ScanGraph'

type Axis = readonly [number, number, number]

export const CUBE_FACES = ['front', 'right', 'back', 'left', 'up', 'down'] as const
export type CubeFace = (typeof CUBE_FACES)[number]

/** Of each face, in the panorama's frame: where its centre lies, and where its image's right and top edges lie. */
const AXES: Record<CubeFace, { centre: Axis; right: Axis; top: Axis }> = {
  front: { centre: [0, 1, 0], right: [1, 0, 0], top: [0, 0, 1] },
  right: { centre: [1, 0, 0], right: [0, -1, 0], top: [0, 0, 1] },
  back: { centre: [0, -1, 0], right: [-1, 0, 0], top: [0, 0, 1] },
  left: { centre: [-1, 0, 0], right: [0, 1, 0], top: [0, 0, 1] },
  up: { centre: [0, 0, 1], right: [1, 0, 0], top: [0, -1, 0] },
  down: { centre: [0, 0, -1], right: [1, 0, 0], top: [0, 1, 0] },
}

/** The face that shows a direction of the panorama's frame, and where on it: (0, 0) is its top left corner. */
export function cubePixel(direction: Direction): { face: CubeFace; u: number; v: number } {
  const vector = unitVector(direction)
  const face = CUBE_FACES.reduce((best, next) => (ahead(next, vector) > ahead(best, vector) ? next : best))
  const { right, top } = AXES[face]
  const depth = ahead(face, vector)
  return { face, u: 0.5 + dot(right, vector) / depth / 2, v: 0.5 - dot(top, vector) / depth / 2 }
}

/** One flat side of the cube of half width 1, seen from inside, in the panorama's frame. */
export function cubeFaceGeometry(face: CubeFace): BufferGeometry {
  const corners = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(corners.flatMap(([u, v]) => facePoint(face, u, v)), 3))
    .setAttribute('uv', new Float32BufferAttribute(corners.flat(), 2))
    .setIndex([0, 2, 1, 1, 2, 3])
}

function facePoint(face: CubeFace, u: number, v: number): number[] {
  const { centre, right, top } = AXES[face]
  return [0, 1, 2].map((axis) => at(centre, axis) + at(right, axis) * (2 * u - 1) + at(top, axis) * (1 - 2 * v))
}

const at = (vector: Axis, axis: number): number => vector[axis] ?? 0
const dot = (a: Axis, b: Axis): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const ahead = (face: CubeFace, vector: Axis): number => dot(AXES[face].centre, vector)
