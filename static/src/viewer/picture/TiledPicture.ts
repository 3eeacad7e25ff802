import type { CubeFace, Vec3 } from '../projections/projections'

/** What a picture is painted on: a side of the cube, or the sphere, around the panorama's centre. */
export type Surface = CubeFace | 'sphere'

/** A part of an image or of a surface; shares of its width and height, from its top left corner. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** An image, or a part of it, that shows a patch. */
export interface Source {
  readonly url: string
  readonly part: Rect
  /** What the image takes on the GPU; null when that is not known before it is here. */
  readonly bytes: number | null
}

/** A piece of the surface that is drawn with one image. Vectors are in the panorama's own frame. */
export interface Patch {
  readonly surface: Surface
  readonly rect: Rect
  readonly centre: Vec3
  /** Points of the surface that a plane must keep on one side to miss the patch. */
  readonly outline: readonly Vec3[]
  /** What can be seen there, the sharpest first. */
  readonly sources: readonly Source[]
}

/** One viewpoint's picture: which patches it has at which sharpness, and which images they need. */
export interface TiledPicture {
  /** An image of everything, small enough to be there at once. */
  readonly preview: Source | null
  /** The coarsest level that looks sharp where a radian of the screen's centre has so many pixels. */
  levelFor(pixelsPerRadian: number): number
  patches(level: number): readonly Patch[]
}

export const WHOLE: Rect = { left: 0, top: 0, width: 1, height: 1 }

const BYTES_PER_PIXEL = 4
export const bytesOf = (width: number, height: number): number => width * height * BYTES_PER_PIXEL

/** All rectangles of a grid, row by row. */
export function grid(columns: number, rows: number): { row: number; column: number; rect: Rect }[] {
  return Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns]
    const rect = { left: column / columns, top: row / rows, width: 1 / columns, height: 1 / rows }
    return { row, column, rect }
  })
}
