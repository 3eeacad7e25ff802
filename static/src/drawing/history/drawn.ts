/** What a person has drawn, as values. */

import type { Region } from '../../regions/shapes'
import type { Look } from '../geometry/polygons'

/** A region as it is sent, of the viewpoint from which it was drawn. */
export interface DrawnRegion {
  readonly viewpointId: string
  readonly shape: Region
  /** The extreme points that it was made of, which lie on the thing's edge for certain; null once it was moved, and of other ways to draw. */
  readonly clicked: readonly Look[] | null
}

/** A shape of which some points are there. */
export interface Begun {
  readonly tool: 'extremes' | 'polygon'
  readonly viewpointId: string
  readonly points: readonly Look[]
}

export interface Drawn {
  readonly regions: readonly DrawnRegion[]
  readonly begun: Begun | null
}

export const NOTHING: Drawn = { regions: [], begun: null }
