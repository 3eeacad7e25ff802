import type { MapPose } from './MapWalker'

/** Reads a snapshot's matrices (row-major, three.js' frame) as the map needs them (world frame, z up). */
export function mapPose(extrinsicMatrix: readonly number[], intrinsicMatrix: readonly number[]): MapPose {
  const [, , backX = 0, x = 0, , , , y = 0, , , backZ = 1, z = 0] = extrinsicMatrix
  const [focalLength = 1] = intrinsicMatrix
  return { x, y: -z, z: y, heading: Math.atan2(-backX, backZ), fieldOfView: 2 * Math.atan(1 / focalLength) }
}
