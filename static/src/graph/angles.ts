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
