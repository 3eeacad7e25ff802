/** A round target on the screen; pixels. */
export interface ScreenTarget {
  id: string
  x: number
  y: number
  radius: number
}

/** However small a target looks, it can be hit this far (pixels) from its centre: half of a finger's 44 pixels. */
const SMALLEST_RADIUS = 24

/** The target that a pointer at (x, y) means: of those within reach, the one whose centre is nearest. */
export function targetAt(x: number, y: number, targets: readonly ScreenTarget[]): string | null {
  const distance = (target: ScreenTarget) => Math.hypot(target.x - x, target.y - y)
  const hit = targets.filter((target) => distance(target) <= Math.max(SMALLEST_RADIUS, target.radius))
  return hit.sort((a, b) => distance(a) - distance(b))[0]?.id ?? null
}
