import { type Direction, unitVector } from '../../graph/ScanGraph'
import type { Vec3 } from './cubemap'

/** Where an equirectangular image shows a direction of the panorama's frame: (0, 0) is its top left corner. */
export function equirectangularPixel({ heading, elevation }: Direction): [u: number, v: number] {
  return [0.5 + heading / (2 * Math.PI), 0.5 - elevation / Math.PI]
}

/** Where on the unit sphere around the panorama's centre an image shows (u, v); its centre column looks along +y. */
export function spherePoint(u: number, v: number): Vec3 {
  return unitVector({ heading: (u - 0.5) * 2 * Math.PI, elevation: (0.5 - v) * Math.PI })
}
