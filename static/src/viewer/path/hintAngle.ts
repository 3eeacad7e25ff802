import { Vector3, type Camera } from 'three'

/** A point this near to the picture's edge (a share of half its size) counts as out of sight. */
const EDGE = 0.94

/** Which way a point lies that is not in the picture: radians, 0 to the right, growing upwards; null when it is in it. */
export function hintAngle(point: Vector3, camera: Camera): number | null {
  const { x, y, z } = point.clone().applyMatrix4(camera.matrixWorldInverse)
  const ahead = z < 0
  const seen = new Vector3(x, y, z).applyMatrix4(camera.projectionMatrix)
  if (ahead && Math.abs(seen.x) < EDGE && Math.abs(seen.y) < EDGE) return null
  // What lies behind is reached by turning to its side, whatever its height.
  if (!ahead) return x < 0 ? Math.PI : 0
  return Math.atan2(y, x)
}
