import type { ScanView, ViewpointView } from '../../api/types'
import { CUBE_FACES, type CubeFace, facePoint, spherePoint } from '../projections/projections'
import { grid, type Patch, type TiledPicture, type Rect, WHOLE } from './TiledPicture'
import { TilePyramid } from './TilePyramid'

/** The sphere is drawn in pieces, so that those behind the camera cost nothing. */
const [SPHERE_COLUMNS, SPHERE_ROWS] = [8, 4]
/** A piece's outline is curved: so many points along each of its edges tell where it lies. */
const OUTLINE_STEPS = 4

/** Of a condition without pictures: there is nothing to load, and nothing to wait for. */
const NO_PICTURE: TiledPicture = { preview: null, levelFor: () => 0, patches: () => [] }

/** A viewpoint's picture: its tiles where the server has cut them, otherwise its images as they are. */
export function pictureOf(viewpoint: ViewpointView, projection: ScanView['projection']): TiledPicture {
  if (!viewpoint.tiles && Object.keys(viewpoint.images).length === 0) return NO_PICTURE
  if (viewpoint.tiles) return new TilePyramid(viewpoint.tiles)
  const patches = projection === 'cubemap' ? CUBE_FACES.map((face) => facePatch(viewpoint, face)) : spherePatches(viewpoint)
  return { preview: null, levelFor: () => 0, patches: () => patches }
}

function facePatch({ images }: ViewpointView, face: CubeFace): Patch {
  return {
    surface: face,
    rect: WHOLE,
    centre: facePoint(face, 0.5, 0.5),
    outline: [0, 1].flatMap((u) => [0, 1].map((v) => facePoint(face, u, v))),
    sources: [{ url: images[face] ?? '', part: WHOLE, bytes: null }],
  }
}

function spherePatches({ images }: ViewpointView): Patch[] {
  const url = images.equirectangular ?? ''
  return grid(SPHERE_COLUMNS, SPHERE_ROWS).map(({ rect }) => ({
    surface: 'sphere',
    rect,
    centre: spherePoint(rect.left + rect.width / 2, rect.top + rect.height / 2),
    outline: sphereOutline(rect),
    sources: [{ url, part: rect, bytes: null }],
  }))
}

/** A little outside of the sphere, as a piece bulges beyond what lies between its points. */
function sphereOutline({ left, top, width, height }: Rect) {
  return grid(OUTLINE_STEPS, OUTLINE_STEPS).map(({ row, column }) => {
    const [u, v] = [column / (OUTLINE_STEPS - 1), row / (OUTLINE_STEPS - 1)]
    const [x, y, z] = spherePoint(left + u * width, top + v * height)
    return [x * 1.02, y * 1.02, z * 1.02] as const
  })
}
