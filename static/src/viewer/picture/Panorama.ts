import { type Matrix4, Vector3 } from 'three'

import type { ScanView, ViewpointView } from '../../api/types'
import { reducedMotion } from '../../kit/preferences/motion'
import { panoramaPlacement } from '../geometry/camera'
import type { Sight } from './sight'
import { bytesOf, type Patch, type Source, type TiledPicture, WHOLE } from './TiledPicture'
import { pictureOf } from './wholeImages'

const RELIEF_BYTES = bytesOf(256, 128)

/** One viewpoint's picture where it stands in three.js' world. */
export class Panorama {
  readonly picture: TiledPicture
  /** How far away its surroundings are, where that is known; who wants little motion moves through no space. */
  readonly relief: Source | null
  private level = 0

  constructor(
    readonly viewpoint: ViewpointView,
    projection: ScanView['projection'],
  ) {
    this.picture = pictureOf(viewpoint, projection)
    const { relief } = viewpoint
    this.relief = relief === null || reducedMotion() ? null : { url: relief, part: WHOLE, bytes: RELIEF_BYTES }
  }

  /** Turns its surface, `radius` metres away, into the world. */
  placement(radius: number): Matrix4 {
    return panoramaPlacement(this.viewpoint).scale(new Vector3(radius, radius, radius))
  }

  /** All patches, as sharp as the sight needs; never coarser than before, as finer images are here already. */
  patches({ pixelsPerRadian }: Sight): readonly Patch[] {
    this.level = Math.max(this.level, this.picture.levelFor(pixelsPerRadian))
    return this.picture.patches(this.level)
  }
}
