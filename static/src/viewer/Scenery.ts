import { Group } from 'three'

import type { Panorama } from './Panorama'

/** Walls stand at least this far (metres) from the viewpoint while the camera travels, and further on long steps. */
const NEAREST_WALL = 6
const WALL_PER_STEP = 2.5

/** What is seen around the camera: one panorama or, on the way between two viewpoints, one fading into the other. */
export class Scenery {
  readonly object = new Group()

  /** `share` of the way from the first viewpoint to the second is done. */
  show(from: Panorama, to: Panorama | null, share: number): void {
    const shown = [from, ...(to ? [to] : [])]
    for (const child of [...this.object.children]) {
      if (!shown.some(({ object }) => object === child)) child.removeFromParent()
    }
    for (const { object } of shown) if (object.parent !== this.object) this.object.add(object)
    const radius = to ? wallDistance(from, to) : NEAREST_WALL
    from.show(radius, 1)
    to?.show(radius, smoothstep(share))
  }
}

function wallDistance({ viewpoint: { position: a } }: Panorama, { viewpoint: { position: b } }: Panorama): number {
  const step = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2])
  return Math.max(NEAREST_WALL, step * WALL_PER_STEP)
}

export const smoothstep = (share: number): number => share * share * (3 - 2 * share)
