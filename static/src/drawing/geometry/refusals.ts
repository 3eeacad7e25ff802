/** What is refused of a drawn region; the same as `check_drawn` and the shapes of `environments/regions/`. */

import { radians } from '../../graph/angles'
import { boundingView } from '../../regions/bounds'
import { area } from '../../regions/overlap'
import type { Region } from '../../regions/shapes'
import { type Crooked, crookedness, vectorOf } from './polygons'

/** Too small or too large to be meant, a box that no view holds, or a polygon that is none. */
export type Refusal = 'small' | 'large' | 'wide' | Crooked

const LEAST = radians(0.2)
/** Steradians by which rounding may pass half the sphere. */
const SLACK = 1e-9

export function refusalOf(shape: Region): Refusal | null {
  if (shape.kind === 'view' && Math.max(shape.width, shape.height) >= Math.PI) return 'wide'
  const crooked = shape.kind === 'polygon' ? crookedness(shape.points.map(vectorOf), true) : null
  if (crooked) return crooked
  const around = boundingView([shape])
  if (around && !(Math.min(around.width, around.height) >= LEAST)) return 'small' // also what is no number
  return area(shape) > 2 * Math.PI + SLACK ? 'large' : null
}
