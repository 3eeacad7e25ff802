import type { DrawnRegion } from '../../drawing/Drawing'
import type { Region } from '../../regions/shapes'
import type { Visible } from '../boxes/wire'

/** Where a thing should be seen; `shape` null: only that it may be seen from this viewpoint. */
export interface ForetoldRegion {
  readonly viewpoint_id: string
  readonly shape: Region | null
}

export interface CarryAnswer {
  readonly verdict: 'accept' | 'adjust' | 'hidden' | 'not_there'
  readonly shape: Region | null
  readonly visible: Visible
}

/** What a region comes to that is as it was foretold, or was changed; null where there is none. */
export function carried(foretold: ForetoldRegion, drawn: DrawnRegion | null, visible: Visible): CarryAnswer | null {
  if (drawn === null) return null
  const isAsForetold = JSON.stringify(drawn.shape) === JSON.stringify(foretold.shape)
  return isAsForetold ? { verdict: 'accept', shape: null, visible } : { verdict: 'adjust', shape: drawn.shape, visible }
}

/** The foretold region as one that a person begins with. */
export const begunWith = ({ viewpoint_id: viewpointId, shape }: ForetoldRegion): DrawnRegion[] => (shape === null ? [] : [{ viewpointId, shape, clicked: null }])
