import type { DrawnRegion } from '../../drawing/Drawing'
import type { Region } from '../../regions/shapes'
import { middleOf } from '../../viewer/regions/RegionLayer'
import type { View } from '../../viewer/types'

/** A region that people drew or accepted, as `annotate/kinds/landmark_wire.py` tells it. */
export interface ShownRegion {
  readonly region_id: string
  readonly viewpoint_id: string
  readonly shape: Region
  readonly group: boolean
}

/** How much of a thing is seen, in the order in which it is asked. */
export const VISIBLE = ['whole', 'cut', 'mostly_hidden'] as const
export type Visible = (typeof VISIBLE)[number]

/** A region that a person draws. */
export interface Drawn {
  readonly viewpoint_id: string
  readonly shape: Region
  readonly visible: Visible
  readonly group: boolean
}

/** `drawn` null: there is nothing to draw, or nothing more, or nobody can find it. */
export interface DrawnAnswer {
  readonly drawn: Drawn | null
}

export const drawnOf = ({ viewpointId, shape }: DrawnRegion, visible: Visible, group: boolean): Drawn => ({ viewpoint_id: viewpointId, shape, visible, group })

/** Where to stand and to look to have a region in the middle of the picture. */
export const viewOf = ({ viewpoint_id: viewpointId, shape }: Pick<ShownRegion, 'viewpoint_id' | 'shape'>): View => ({ viewpointId, ...middleOf([shape]) })
