import { Quaternion, Vector3 } from 'three'

/** A ring on the floor; metres, three.js' frame. `lean` turns it from lying flat towards who looks at it. */
export interface Ring {
  readonly viewpointId: string
  readonly centre: Vector3
  readonly radius: number
  readonly lean: Quaternion
}

const RADIUS = 0.34
const SMALLEST_RADIUS = 0.1
/** From here on (metres) a ring grows with its distance, so that it does not shrink to a line. */
const NEAR = 3
/** Share of the distance to the nearest other ring, so that rings do not cover each other where many stand close. */
const SHARE_OF_GAP = 0.45
/** Radians above its plane from which a ring is seen at least: a floor at the eye's height, up the stairs, shows none. */
const FLATTEST = 0.3

/** How large each ring is, as seen from `eye`. */
export function ringsFor(eye: Vector3, places: readonly Pick<Ring, 'viewpointId' | 'centre'>[]): Ring[] {
  return places.map((place) => {
    const gaps = places.flatMap((other) => (other === place ? [] : other.centre.distanceTo(place.centre)))
    const wanted = RADIUS * Math.max(1, place.centre.distanceTo(eye) / NEAR)
    const radius = Math.max(SMALLEST_RADIUS, Math.min(wanted, SHARE_OF_GAP * Math.min(...gaps)))
    return { ...place, radius, lean: leanTowards(eye, place.centre) }
  })
}

function leanTowards(eye: Vector3, centre: Vector3): Quaternion {
  const look = eye.clone().sub(centre)
  const above = Math.asin(look.y / look.length())
  if (!(Math.abs(above) < FLATTEST)) return new Quaternion()
  const axis = new Vector3(look.z, 0, -look.x).normalize()
  return new Quaternion().setFromAxisAngle(axis, FLATTEST - above)
}

/** A round target on the screen; pixels. */
export interface ScreenTarget {
  id: string
  x: number
  y: number
  radius: number
}

/** However small a target looks, it can be hit this far (pixels) from its centre: half of a finger's 44 pixels. */
const SMALLEST_TARGET = 24

/** The target that a pointer at (x, y) means: of those within reach, the one whose centre is nearest. */
export function targetAt(x: number, y: number, targets: readonly ScreenTarget[]): string | null {
  const distance = (target: ScreenTarget) => Math.hypot(target.x - x, target.y - y)
  const hit = targets.filter((target) => distance(target) <= Math.max(SMALLEST_TARGET, target.radius))
  return hit.sort((a, b) => distance(a) - distance(b))[0]?.id ?? null
}
