import { Emitter } from '../../kit/lifecycle/Emitter'
import { say } from '../../kit/messages/staffMessages'
import type { Region } from '../../regions/shapes'
import type { ShownRegion } from '../../viewer/regions/RegionLayer'
import type { AnsweredItem, AnsweredRegion } from './answeredItems'

/** Of the looks of regions: what the page showed, and what the answer drew. */
const SHOWN = 0
const DRAWN = 6

/** The picture that regions lie over. */
export interface AnsweredCamera {
  prepareRegions: () => Promise<void>
  showRegions: (regions: readonly ShownRegion[]) => void
  lookAt: (viewpointId: string, shapes: readonly Region[]) => Promise<void>
}

/** The items of a page with their answers, of which one at a time is shown over the picture. */
export class Answered extends Emitter<{ changed: null }> {
  private place = 0

  /** `camera` is null where there is no picture. */
  constructor(
    readonly items: readonly AnsweredItem[],
    private readonly camera: AnsweredCamera | null,
  ) {
    super()
  }

  /** The item over the picture. */
  get current(): number {
    return this.place
  }

  /** Shows the first item that has a region. */
  async open(): Promise<void> {
    await this.camera?.prepareRegions()
    const first = this.items.findIndex(({ regions }) => regions.length > 0)
    if (first >= 0) await this.look(first, this.items[first]?.regions.at(-1))
  }

  /** Shows the regions of an item, and looks at one of them. */
  async look(place: number, region: AnsweredRegion | undefined): Promise<void> {
    this.place = place
    this.camera?.showRegions((this.items[place]?.regions ?? []).map(shown))
    this.emit('changed', null)
    if (region) await this.camera?.lookAt(region.viewpointId, [region.shape])
  }
}

function shown({ viewpointId, shape, isDrawn }: AnsweredRegion): ShownRegion {
  const language = document.documentElement.lang
  return { viewpointId, shape, label: isDrawn ? say('drawn') : say('shown'), language, look: isDrawn ? DRAWN : SHOWN, lit: isDrawn }
}
