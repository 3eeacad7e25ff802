import { type Camera, Matrix4, Vector3 } from 'three'

import type { ViewpointView } from '../../api/types'
import { type Direction, directionOf } from '../../graph/angles'

/** From the world frame (z up) to three.js' (y up): (x, y, z) becomes (x, z, -y). */
export const toThree = ([x, y, z]: readonly [number, number, number]): Vector3 => new Vector3(x, z, -y)

const Z_UP_TO_Y_UP = new Matrix4().set(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1)

/** Places what is drawn in a panorama's own frame (x right, y forward, z up) into three.js' world. */
export function panoramaPlacement({ orientation: [x, y, z], position }: ViewpointView): Matrix4 {
  const toWorld = new Matrix4().set(...x, position[0], ...y, position[1], ...z, position[2], 0, 0, 0, 1)
  return toWorld.premultiply(Z_UP_TO_Y_UP)
}

/** Where a camera (camera-to-world, three.js' frame) looks. */
export function lookDirection(cameraToWorld: Matrix4): Direction {
  const look = new Vector3().setFromMatrixColumn(cameraToWorld, 2).negate()
  return { heading: Math.atan2(look.x, -look.z), elevation: Math.atan2(look.y, Math.hypot(look.x, look.z)) }
}

export const rowMajor = (matrix: Matrix4): number[] => matrix.clone().transpose().toArray()

export const fromRowMajor = (numbers: readonly number[]): Matrix4 => new Matrix4().fromArray(numbers).transpose()

/** The vertical field of view that makes the one across the shorter side `fieldOfView`. Radians. */
export function verticalFieldOfView(fieldOfView: number, aspect: number): number {
  return 2 * Math.atan(Math.tan(fieldOfView / 2) / Math.min(1, aspect))
}

/** A recorded projection for a picture of another shape: all of what was seen, undistorted, and more on two sides. */
export function fitLens(projection: Matrix4, aspect: number): Matrix4 {
  const [horizontal, vertical] = [projection.elements[0], projection.elements[5]]
  const fitted = projection.clone()
  if (vertical < horizontal * aspect) fitted.elements[0] = vertical / aspect
  else fitted.elements[5] = horizontal * aspect
  return fitted
}

/** Radians that one pixel at the picture's centre stands for. */
export function anglePerPixel(projection: Matrix4, height: number): number {
  return 2 / (projection.elements[5] * height)
}

/** The direction of the world that a pixel shows, counted from the upper left corner. */
export function directionAt(x: number, y: number, camera: Camera, { width, height }: { readonly width: number; readonly height: number }): Direction {
  const point = new Vector3((2 * x) / width - 1, 1 - (2 * y) / height, 0.5).unproject(camera)
  const ray = point.sub(camera.position)
  return directionOf(ray.x, -ray.z, ray.y)
}

/** Turning fast near the poles would make people dizzy. */
const SLOWEST_LEVEL = 0.3

/** Where a camera looks after the world was dragged by so many pixels of `pixel` radians. */
export function dragged({ heading, elevation }: Direction, x: number, y: number, pixel: number): Direction {
  const level = Math.max(SLOWEST_LEVEL, Math.cos(elevation))
  return { heading: heading - (x * pixel) / level, elevation: elevation + y * pixel }
}

/** How much of half the picture's height may lie between its middle and what is to be seen. */
const WELL_INSIDE = 0.7

/** The elevation nearest to `elevation` from which a point at the elevation `point` is well inside a picture of this height. Radians. */
export function elevationToSee(point: number, elevation: number, verticalView: number): number {
  const reach = (WELL_INSIDE * verticalView) / 2
  return Math.min(point + reach, Math.max(point - reach, elevation))
}
