import { type Matrix4, Vector3 } from 'three'

import type { ScanView, ViewpointView } from '../../api/types'
import { panoramaPlacement } from '../geometry/camera'
import type { Sight } from './sight'
import type { Patch, TiledPicture } from './TiledPicture'
import { pictureOf } from './wholeImages'

/** One viewpoint's picture where it stands in three.js' world. */
export class Panorama {
  readonly picture: TiledPicture
  private level = 0

  constructor(
    readonly viewpoint: ViewpointView,
    projection: ScanView['projection'],
  ) {
    this.picture = pictureOf(viewpoint, projection)
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
