import type { Vector3 } from 'three'

/** A ring on the floor; metres, three.js' frame. */
export interface Ring {
  readonly viewpointId: string
  readonly centre: Vector3
  readonly radius: number
}

const RADIUS = 0.34
const SMALLEST = 0.1
/** From here on (metres) a ring grows with its distance, so that it does not shrink to a line. */
const NEAR = 3
/** Of the distance to the nearest other ring: they must not cover each other where many stand close. */
const SHARE_OF_GAP = 0.45

/** How large each ring is, as seen from `eye`. */
export function ringsFor(eye: Vector3, places: readonly Omit<Ring, 'radius'>[]): Ring[] {
  return places.map((place) => {
    const gaps = places.flatMap((other) => (other === place ? [] : other.centre.distanceTo(place.centre)))
    const wanted = RADIUS * Math.max(1, place.centre.distanceTo(eye) / NEAR)
    return { ...place, radius: Math.max(SMALLEST, Math.min(wanted, SHARE_OF_GAP * Math.min(...gaps))) }
  })
}
