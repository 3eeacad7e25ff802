import { radians, signedAngle } from '../../graph/angles'
import { ScanGraph } from '../../graph/ScanGraph'
import { t } from '../../kit/messages/messages'
import type { PathToWalk } from '../../recording/cameraPlace'
import type { Viewer } from '../../viewer/Viewer'

/** A path that begins this near to where Followers look at first needs no words about turning. */
const STRAIGHT_ON = radians(45)
const TURNED_ROUND = radians(135)

/** Where the path begins for Followers, who look along `heading` at first; empty when that is straight on. */
export function followersStart({ path, heading, viewer }: PathToWalk & { viewer: Pick<Viewer, 'scan'> }): string {
  const [start, next] = path
  if (start === undefined || next === undefined) return ''
  const bearing = signedAngle(new ScanGraph(viewer.scan).direction(start, next).heading - heading)
  if (Math.abs(bearing) < STRAIGHT_ON) return ''
  if (Math.abs(bearing) > TURNED_ROUND) return t('record.facing.behind')
  return t(bearing > 0 ? 'record.facing.right' : 'record.facing.left')
}
