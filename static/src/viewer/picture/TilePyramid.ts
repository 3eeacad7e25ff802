import type { TilesView } from '../../api/types'
import { CUBE_FACES, type CubeFace, facePoint } from '../projections/projections'
import { bytesOf, grid, type Patch, type TiledPicture, type Rect, type Source } from './TiledPicture'

const PREVIEW_FACE = 128
/** A face that is coarser than the screen by this factor still looks sharp. */
const COARSENESS_TOLERANCE = 1.1

/** Cube faces that are cut into tiles at several levels, and a preview: six small faces side by side. */
export class TilePyramid implements TiledPicture {
  readonly preview: Source
  private readonly levels = new Map<number, readonly Patch[]>()

  constructor(private readonly tiles: TilesView) {
    this.preview = previewPart(tiles.preview, 0, { left: 0, top: 0, width: 1, height: 1 })
  }

  levelFor(pixelsPerRadian: number): number {
    const { face_sizes: sizes } = this.tiles
    const sharp = sizes.findIndex((size) => (size / 2) * COARSENESS_TOLERANCE >= pixelsPerRadian)
    return sharp === -1 ? sizes.length - 1 : sharp
  }

  patches(level: number): readonly Patch[] {
    const known = this.levels.get(level)
    if (known) return known
    const across = this.tilesAcross(level)
    const patches = CUBE_FACES.flatMap((face) => grid(across, across).map(({ rect }) => this.patch(face, rect, level)))
    this.levels.set(level, patches)
    return patches
  }

  private patch(surface: CubeFace, rect: Rect, level: number): Patch {
    const { left, top, width, height } = rect
    const corners = [0, 1].flatMap((i) => [0, 1].map((j) => facePoint(surface, left + i * width, top + j * height)))
    const centre = facePoint(surface, left + width / 2, top + height / 2)
    return { surface, rect, centre, outline: corners, sources: this.sources(surface, rect, level) }
  }

  /** The tile itself, those of the coarser levels that cover it, and the preview. */
  private sources(face: CubeFace, rect: Rect, level: number): Source[] {
    const coarser = Array.from({ length: level + 1 }, (_, step) => level - step)
    const tiles = coarser.flatMap((each) => this.tileOver(face, rect, each) ?? [])
    return [...tiles, previewPart(this.tiles.preview, CUBE_FACES.indexOf(face), rect)]
  }

  private tileOver(face: CubeFace, rect: Rect, level: number): Source | null {
    const across = this.tilesAcross(level)
    const [column, row] = [tileAt(rect.left, across), tileAt(rect.top, across)]
    if (tileAt(rect.left + rect.width, across, 1) !== column || tileAt(rect.top + rect.height, across, 1) !== row) return null
    const part = {
      left: rect.left * across - column,
      top: rect.top * across - row,
      width: rect.width * across,
      height: rect.height * across,
    }
    return { url: this.url({ level, face, row, column }), part, bytes: bytesOf(this.tiles.tile_size, this.tiles.tile_size) }
  }

  private tilesAcross(level: number): number {
    return Math.ceil((this.tiles.face_sizes[level] ?? 0) / this.tiles.tile_size)
  }

  private url(place: Record<'level' | 'row' | 'column', number> & { face: CubeFace }): string {
    return Object.entries(place).reduce((url, [name, value]) => url.replace(`{${name}}`, String(value)), this.tiles.url_template)
  }
}

/** The tile that holds a share of the face, or (`upTo` 1) the one that ends there. */
const tileAt = (share: number, across: number, upTo: 0 | 1 = 0): number =>
  upTo ? Math.ceil(share * across - 1e-6) - 1 : Math.floor(share * across + 1e-6)

/** Half a pixel inside the face's edges, so that neighbours in the strip do not bleed into it. */
function previewPart(url: string, face: number, { left, top, width, height }: Rect): Source {
  const shrink = (PREVIEW_FACE - 1) / PREVIEW_FACE
  const inset = 0.5 / PREVIEW_FACE
  const part = {
    left: (face + inset + left * shrink) / CUBE_FACES.length,
    top: inset + top * shrink,
    width: (width * shrink) / CUBE_FACES.length,
    height: height * shrink,
  }
  return { url, part, bytes: bytesOf(PREVIEW_FACE * CUBE_FACES.length, PREVIEW_FACE) }
}
