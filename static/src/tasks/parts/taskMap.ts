import { MapPanel } from '../../map/MapPanel'
import type { Viewer } from '../../viewer/Viewer'
import type { PhaseContext } from '../phases/defineTask'

/** Lays a map over the viewer where the campaign allows it; `path` is empty for people who must not know it. */
export function offerMap({ scope, aids }: Pick<PhaseContext<unknown, never>, 'scope' | 'aids'>, viewer: Viewer, path: readonly string[] = []): void {
  if (!aids.allowed.map) return
  aids.offerMap()
  new MapPanel(scope, viewer, path, aids.watchMap)
}
