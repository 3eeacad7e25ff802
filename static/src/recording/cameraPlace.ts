import type { Snapshot } from '../api/types'
import { fromRowMajor, lookDirection } from '../viewer/geometry/camera'
import type { Viewer } from '../viewer/Viewer'

/** Where a person stands, and the direction in which they look; radians. */
export interface CameraPlace {
  viewpointId: string
  heading: number
  elevation: number
}

/** A path to walk, and where to look at first (radians). */
export interface PathToWalk {
  readonly path: readonly string[]
  readonly heading: number
}

export const startOf = ({ path: [viewpointId = ''], heading }: PathToWalk): CameraPlace => ({ viewpointId, heading, elevation: 0 })

/** Where a trace ends; null when it is empty. */
export function lastPlace(snapshots: readonly Snapshot[]): CameraPlace | null {
  const last = snapshots.at(-1)
  return last ? { viewpointId: last.viewpoint_id, ...lookDirection(fromRowMajor(last.extrinsic_matrix)) } : null
}

export const placeOf = ({ viewpointId, heading, elevation }: CameraPlace): CameraPlace => ({ viewpointId, heading, elevation })

/** Puts the viewer there at once. */
export async function goTo(viewer: Pick<Viewer, 'viewpointId' | 'moving' | 'moveTo' | 'lookAt'>, { viewpointId, heading, elevation }: CameraPlace): Promise<void> {
  if (viewer.viewpointId !== viewpointId || viewer.moving) await viewer.moveTo(viewpointId, { animate: false })
  viewer.lookAt(heading, elevation)
}
