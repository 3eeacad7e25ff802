export interface Direction {
  /** Radians, 0 along +y, growing to the right. */
  heading: number
  /** Radians, 0 at the horizon, growing upwards. */
  elevation: number
}

const TURN = 2 * Math.PI

/** The same angle in [0, 2π). */
function positiveAngle(angle: number): number {
  return ((angle % TURN) + TURN) % TURN
}

/** The same angle in [-π, π). */
export function signedAngle(angle: number): number {
  return positiveAngle(angle + Math.PI) - Math.PI
}

export const degrees = (radians: number): number => (radians * 180) / Math.PI
export const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The direction in which a vector of the world frame points. */
export function directionOf(x: number, y: number, z: number): Direction {
  return { heading: Math.atan2(x, y), elevation: Math.atan2(z, Math.hypot(x, y)) }
}

/** The unit vector of the world frame that points there. */
export function unitVector({ heading, elevation }: Direction): [number, number, number] {
  const level = Math.cos(elevation)
  return [Math.sin(heading) * level, Math.cos(heading) * level, Math.sin(elevation)]
}

/** The angle between two directions, in [0, π]. */
export function angleBetween(a: Direction, b: Direction): number {
  const [u, v] = [unitVector(a), unitVector(b)]
  return Math.acos(Math.min(1, Math.max(-1, u[0] * v[0] + u[1] * v[1] + u[2] * v[2])))
}
