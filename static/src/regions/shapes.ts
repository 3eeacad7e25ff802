/** Regions: sets of directions seen from one viewpoint, in the world frame. The same four kinds as `environments/regions/shapes.py`, in its JSON form. Angles are radians. */

/** What a level camera sees in a centred rectangle. */
export interface ViewBox {
  kind: 'view'
  heading: number
  elevation: number
  /** Fields of view through the centre, over 0 and under π. */
  width: number
  height: number
}

/** From `west` on `width` to the right, and from elevation `low` to `high`. */
export interface LatLonBox {
  kind: 'latlon'
  west: number
  width: number
  low: number
  high: number
}

/** Headings and elevations of corners, clockwise as people see it; the edges are the shorter great-circle arcs. */
export interface Polygon {
  kind: 'polygon'
  points: readonly (readonly [heading: number, elevation: number])[]
}

/** Cells of an equirectangular grid, row by row from straight up, columns from heading -π on: numbers in turn outside and inside. */
export interface Mask {
  kind: 'mask'
  columns: number
  rows: number
  runs: readonly number[]
}

export type Region = ViewBox | LatLonBox | Polygon | Mask
