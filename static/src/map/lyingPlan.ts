import type { ScanView } from '../api/types'
import type { MapFrame, MapPoint } from './mapProjection'

/** Where a picture of a floor plan lies: its upper left corner in metres, where its top points in radians, metres of a pixel. */
export type LyingPlan = Pick<NonNullable<ScanView['plans']>[number], 'corner' | 'heading' | 'scale'>

/** Where a point of a picture is in the place: pixels to metres. */
export function placeOf({ corner: [x, y], heading, scale }: LyingPlan, pixel: MapPoint): MapPoint {
  const [right, up] = [pixel.x * scale, -pixel.y * scale]
  const [cos, sin] = [Math.cos(heading), Math.sin(heading)]
  return { x: x + cos * right + sin * up, y: y - sin * right + cos * up }
}

/** What turns pixels of a picture into the map's own units, as SVG writes it. */
export function drawnMatrix(lies: LyingPlan, frame: MapFrame): string {
  const at = (x: number, y: number): MapPoint => {
    const place = placeOf(lies, { x, y })
    return frame.place(place.x, place.y)
  }
  const [corner, right, down] = [at(0, 0), at(1, 0), at(0, 1)]
  return `matrix(${[right.x - corner.x, right.y - corner.y, down.x - corner.x, down.y - corner.y, corner.x, corner.y].join(' ')})`
}
