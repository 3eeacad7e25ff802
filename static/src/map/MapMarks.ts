import { setAttributes, svg } from '../kit/dom/html'
import type { MapPoint } from './mapProjection'
import { type MapPose, MapWalker } from './MapWalker'

/** What a map has to say about places: where they are on it, and whether their storey is shown. */
interface MarkedMap {
  readonly place: (x: number, y: number) => MapPoint
  readonly shows: (z: number) => boolean
}

/** Named marks on a map: a ring around a place, somebody else who walks here. Those on another storey than the shown one are faint. */
export class MapMarks {
  readonly element = svg('g')
  private readonly rings = new Map<string, SVGElement>()
  private readonly walkers = new Map<string, MapWalker>()
  private readonly heights = new Map<SVGElement, number>()

  constructor(private readonly map: MarkedMap) {}

  /** Draws a ring there, or moves it; metres, world frame. */
  showRing(name: string, { x, y, z }: Pick<MapPose, 'x' | 'y' | 'z'>): void {
    const ring = this.rings.get(name) ?? svg('circle', { class: 'map-goal', 'data-mark': name, r: 8 })
    const place = this.map.place(x, y)
    setAttributes(ring, { transform: `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})` })
    this.rings.set(name, ring)
    this.put(ring, z)
  }

  /** Draws where somebody stands and looks, or moves them. */
  showWalker(name: string, pose: MapPose): void {
    const walker = this.walkers.get(name) ?? new MapWalker(name, this.map.place, () => '')
    walker.setPose(pose)
    this.walkers.set(name, walker)
    this.put(walker.element, pose.z)
  }

  /** Another storey is shown. */
  fade(): void {
    for (const [element, z] of this.heights) element.toggleAttribute('data-elsewhere', !this.map.shows(z))
  }

  private put(element: SVGElement, z: number): void {
    if (element.parentNode !== this.element) this.element.append(element)
    this.heights.set(element, z)
    this.fade()
  }
}
