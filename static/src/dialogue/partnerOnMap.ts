import type { ScanView } from '../api/types'
import { radians } from '../graph/angles'
import type { Scope } from '../kit/lifecycle/Scope'
import type { MapMarks } from '../map/MapMarks'
import type { PairingLine } from './PairingLine'

/** About how much a partner's screen shows from side to side; nobody tells. */
const FIELD_OF_VIEW = radians(75)

/** Draws where the partner stands and looks, whenever they tell. */
export function partnerOnMap(scope: Scope, marks: MapMarks, { viewpoints }: ScanView, line: Pick<PairingLine, 'on'>): void {
  scope.add(
    line.on('camera', ({ viewpoint_id: id, heading }) => {
      const place = viewpoints.find(({ viewpoint_id: each }) => each === id)
      if (!place) return
      const [x, y, z] = place.position
      marks.showWalker('partner', { x, y, z, heading: heading ?? 0, fieldOfView: FIELD_OF_VIEW })
    }),
  )
}
