import { type Direction, unitVector } from '../../graph/angles'

export type Vec3 = readonly [number, number, number]

export const CUBE_FACES = ['front', 'right', 'back', 'left', 'up', 'down'] as const
export type CubeFace = (typeof CUBE_FACES)[number]

/** Of each face, in the panorama's frame: where its centre lies, and where its image's right and top edges lie. */
export const FACE_AXES: Record<CubeFace, { centre: Vec3; right: Vec3; top: Vec3 }> = {
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
  const { right, top } = FACE_AXES[face]
  const depth = ahead(face, vector)
  return { face, u: 0.5 + dot(right, vector) / depth / 2, v: 0.5 - dot(top, vector) / depth / 2 }
}

/** Where a face's image shows (u, v), on the cube of half width 1 around the panorama's centre. */
export function facePoint(face: CubeFace, u: number, v: number): Vec3 {
  const { centre, right, top } = FACE_AXES[face]
  const along = (axis: 0 | 1 | 2) => centre[axis] + right[axis] * (2 * u - 1) + top[axis] * (1 - 2 * v)
  return [along(0), along(1), along(2)]
}

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const ahead = (face: CubeFace, vector: Vec3): number => dot(FACE_AXES[face].centre, vector)

/** Where an equirectangular image shows a direction of the panorama's frame: (0, 0) is its top left corner. */
export function equirectangularPixel({ heading, elevation }: Direction): [u: number, v: number] {
  return [0.5 + heading / (2 * Math.PI), 0.5 - elevation / Math.PI]
}

/** Where on the unit sphere around the panorama's centre an image shows (u, v); its centre column looks along +y. */
export function spherePoint(u: number, v: number): Vec3 {
  return unitVector({ heading: (u - 0.5) * 2 * Math.PI, elevation: (0.5 - v) * Math.PI })
}
