import { degrees, signedAngle } from '../graph/angles'
import { t } from '../kit/messages/messages'
import { boundingView } from '../regions/bounds'
import { area } from '../regions/overlap'
import type { Region } from '../regions/shapes'
import type { Action } from '../kit/keys/actions'
import { keyWords } from '../kit/keys/showKeys'
import type { Told } from './Sketch'
import { EXTREMES } from './Sketch'

/** To one place: what is drawn is no better known. */
const inDegrees = (angle: number): number => Math.round(Math.abs(degrees(angle)) * 10) / 10
const said = (angle: number): string => t('drawing.degrees', { count: inDegrees(angle) })

/** A region for who does not see it: "Box 12 degrees by 8 degrees, heading 41 degrees right, 3 degrees up". */
export function described(shape: Region): string {
  const around = boundingView([shape])
  if (!around) return t('drawing.wideArea', { area: Math.round(area(shape) * 100) / 100 })
  const { heading, elevation, width, height } = around
  const across = signedAngle(heading)
  const size = { width: said(width), height: said(height) }
  const place = {
    across: t(across < 0 ? 'drawing.left' : 'drawing.right', { degrees: said(across) }),
    along: t(elevation < 0 ? 'drawing.down' : 'drawing.up', { degrees: said(elevation) }),
  }
  if (shape.kind === 'polygon') return t('drawing.polygon', { ...size, ...place, corners: shape.points.length })
  return t(shape.kind === 'mask' ? 'drawing.area' : 'drawing.box', { ...size, ...place })
}

export function wordsOf(told: Told): string {
  if (told.what === 'region') return described(told.region.shape)
  if (told.what === 'refused') return t(`drawing.refused.${told.why}`, { key: keyWords('takeShape' satisfies Action) })
  if (told.what !== 'point') return t(`drawing.told.${told.what}`)
  const { tool, points } = told.begun
  return tool === 'extremes' ? t('drawing.told.extreme', { number: points.length, total: EXTREMES }) : t('drawing.told.corner', { number: points.length })
}
