import { Matrix4, Vector3 } from 'three'

import type { ViewpointView } from '../../api/types'
import type { Direction } from '../../graph/ScanGraph'

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
