import {
  type BufferGeometry,
  Group,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  NoBlending,
  NoColorSpace,
  NormalBlending,
  Texture,
} from 'three'

import type { ScanView, ViewpointView } from '../api/types'
import { panoramaPlacement } from './frames'
import { CUBE_FACES, cubeFaceGeometry } from './projections/cubemap'
import { equirectangularGeometry } from './projections/equirectangular'

type Projection = ScanView['projection']

const SURFACES: Record<Projection, readonly { face: string; geometry: () => BufferGeometry }[]> = {
  equirectangular: [{ face: 'equirectangular', geometry: equirectangularGeometry }],
  cubemap: CUBE_FACES.map((face) => ({ face, geometry: () => cubeFaceGeometry(face) })),
}

export const facesOf = (projection: Projection): string[] => SURFACES[projection].map(({ face }) => face)

/** One viewpoint's picture, standing around it in three.js' world. Owns its images and the GPU's copies of them. */
export class Panorama {
  readonly object = new Group()
  readonly bytes: number
  private readonly meshes: Mesh<BufferGeometry, MeshBasicMaterial>[]

  /** `images` are the faces in the order of `facesOf(projection)`. */
  constructor(
    readonly viewpoint: ViewpointView,
    projection: Projection,
    private readonly images: readonly ImageBitmap[],
  ) {
    const surfaces = SURFACES[projection]
    this.meshes = images.flatMap((image, index) => {
      const surface = surfaces[index]
      return surface ? [new Mesh(surface.geometry(), materialOf(image))] : []
    })
    this.bytes = images.reduce((total, { width, height }) => total + width * height * 4, 0)
    this.object.add(...this.meshes)
    this.object.matrixAutoUpdate = false
  }

  get textures(): Texture[] {
    return this.meshes.flatMap(({ material }) => material.map ?? [])
  }

  /** Shows the picture on walls `radius` metres away, the upper one of two at `opacity`. */
  show(radius: number, opacity: number): void {
    this.object.matrix.copy(panoramaPlacement(this.viewpoint))
    this.object.matrix.scale(this.object.scale.setScalar(radius))
    for (const mesh of this.meshes) {
      mesh.renderOrder = opacity < 1 ? 1 : 0
      mesh.material.opacity = opacity
      mesh.material.blending = opacity < 1 ? NormalBlending : NoBlending
    }
  }

  dispose(): void {
    this.object.removeFromParent()
    for (const texture of this.textures) texture.dispose()
    for (const { geometry, material } of this.meshes) {
      geometry.dispose()
      material.dispose()
    }
    for (const image of this.images) image.close()
  }
}

function materialOf(image: ImageBitmap): MeshBasicMaterial {
  const map = new Texture(image)
  map.flipY = false
  map.generateMipmaps = false
  map.minFilter = LinearFilter
  map.colorSpace = NoColorSpace
  map.needsUpdate = true
  return new MeshBasicMaterial({ map, transparent: true, depthTest: false, depthWrite: false, toneMapped: false })
}
