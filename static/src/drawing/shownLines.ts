import type { Region } from '../regions/shapes'
import type { Vector } from '../regions/vectors'
import { boxAround } from './geometry/boxes'
import { type Look, vectorOf } from './geometry/polygons'
import { cornersOf } from './geometry/Sight'
import type { Begun } from './history/drawn'
import type { Line, LineLook } from './Lines'
import { EXTREMES, type Sketch } from './Sketch'
import type { Stroke } from './Stroke'

interface Shown {
  readonly sketch: Sketch
  readonly here: string
  readonly stroke: Stroke | null
  /** Where a pointer is that places points. */
  readonly pointed: Look | null
  readonly preview: Region | null
}

/** The lines over the picture: what is drawn from here, what is being drawn, what was found, what is begun. */
export function shownLines({ sketch, here, stroke, pointed, preview }: Shown): Line[] {
  const live = stroke?.shape ?? null
  const finished = sketch.regions.filter((region) => region.viewpointId === here && !(region === sketch.region && stroke?.pulls && live))
  const begun = sketch.begun?.viewpointId === here ? sketch.begun : null
  return [
    ...finished.flatMap((region) => around(region.shape, region === sketch.region ? 'selected' : 'other')),
    ...(live ? around(live, 'selected') : []),
    ...(preview ? around(preview, 'preview') : []),
    ...(begun ? begunLines(begun, pointed) : []),
  ]
}

/** The points that are placed, and the one that a pointer is about to place. */
export function pointsOf({ begun }: Sketch, here: string, stroke: Stroke | null): Vector[] {
  const placed = begun?.viewpointId === here ? begun.points.map(vectorOf) : []
  return stroke?.make === 'point' ? [...placed, vectorOf(stroke.look)] : placed
}

const around = (shape: Region, look: LineLook): Line[] => cornersOf(shape).map((points) => ({ look, points, closed: true }))

function begunLines({ tool, points: placed }: Begun, pointed: Look | null): Line[] {
  const points = [...placed, ...(pointed ? [pointed] : [])].map(vectorOf)
  if (tool === 'extremes') {
    const box = points.length === EXTREMES ? boxAround(points) : null
    return box ? around(box, 'coming') : []
  }
  const [first, last] = [points[0], points.at(-1)]
  const closing: Line[] = first && last && points.length > 2 ? [{ look: 'coming', points: [last, first], closed: false }] : []
  return [...closing, { look: 'begun', points, closed: false }]
}
