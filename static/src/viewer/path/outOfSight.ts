import { type Camera, Vector3 } from 'three'

import { radians } from '../../graph/angles'

/** A point this near to the picture's edge (a share of half its size) counts as out of sight. */
const EDGE = 0.94
/** What lies further round than this is behind a person. */
const BACK_FROM = radians(120)

export type Side = 'left' | 'right' | 'behind' | 'above' | 'below'

interface OutOfSight {
  /** Which way to turn: radians in the picture, 0 to the right, growing upwards. */
  angle: number
  side: Side
}

/** Where a point lies that is not in the picture; null when it is in it. */
export function outOfSight(point: Vector3, camera: Camera): OutOfSight | null {
  const { x, y, z } = point.clone().applyMatrix4(camera.matrixWorldInverse)
  const ahead = z < 0
  const seen = new Vector3(x, y, z).applyMatrix4(camera.projectionMatrix)
  const [wide, high] = [Math.abs(seen.x) >= EDGE, Math.abs(seen.y) >= EDGE]
  if (ahead && !wide && !high) return null
  if (ahead && !wide) return { angle: Math.atan2(y, x), side: y < 0 ? 'below' : 'above' }
  const bearing = Math.atan2(x, -z)
  const beside = bearing < 0 ? 'left' : 'right'
  // A point behind the camera is reached by turning to its side, whatever its height.
  const angle = ahead ? Math.atan2(y, x) : x < 0 ? Math.PI : 0
  return { angle, side: Math.abs(bearing) > BACK_FROM ? 'behind' : beside }
}
