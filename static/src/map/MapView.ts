import type { MapPoint } from './mapProjection'

/** How much of a map is seen: a box in the map's own units. */
export interface MapBox extends MapPoint {
  readonly width: number
  readonly height: number
}

export const MAP_ZOOMS = { least: 1, most: 8, step: 1.5 } as const

/** Which part of a map of this size is seen, and how large: zoomed and moved, never past its edges. */
export class MapView {
  private factor: number = MAP_ZOOMS.least
  private centre: MapPoint

  constructor(private readonly size: { readonly width: number; readonly height: number }) {
    this.centre = { x: size.width / 2, y: size.height / 2 }
  }

  /** 1 shows the whole map. */
  get zoom(): number {
    return this.factor
  }

  get box(): MapBox {
    const [width, height] = [this.size.width / this.factor, this.size.height / this.factor]
    return { x: this.centre.x - width / 2, y: this.centre.y - height / 2, width, height }
  }

  /** Zooms to a factor; the point `at` stays where it is seen. */
  zoomTo(factor: number, at: MapPoint = this.centre): void {
    const next = clamp(factor, MAP_ZOOMS.least, MAP_ZOOMS.most)
    const closer = this.factor / next
    this.factor = next
    this.moveTo({ x: at.x + (this.centre.x - at.x) * closer, y: at.y + (this.centre.y - at.y) * closer })
  }

  /** Moves the part that is seen, in the map's own units. */
  panBy(x: number, y: number): void {
    this.moveTo({ x: this.centre.x + x, y: this.centre.y + y })
  }

  moveTo({ x, y }: MapPoint): void {
    const { width, height } = this.size
    const [halfWidth, halfHeight] = [width / this.factor / 2, height / this.factor / 2]
    this.centre = { x: clamp(x, halfWidth, width - halfWidth), y: clamp(y, halfHeight, height - halfHeight) }
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
