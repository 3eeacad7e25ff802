import type { PerspectiveCamera } from 'three'

import { outlines } from '../../regions/outlines'
import { outline } from '../../regions/polygons'
import type { Region } from '../../regions/shapes'
import { pairs, unit, type Vector } from '../../regions/vectors'
import { directionAt, toThree } from '../../viewer/geometry/camera'
import type { Look } from './polygons'

/** Pixels from the picture's upper left corner. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** As far before the camera as what is drawn begins: nothing beside it or behind it has a place on the screen. */
const NEAR = 0.02

type Seen = readonly [x: number, y: number, z: number]

/** Where a camera sees directions. Great circles are straight lines on the screen. */
export class Sight {
  constructor(
    private readonly camera: PerspectiveCamera,
    private readonly size: { readonly width: number; readonly height: number },
  ) {
    camera.updateMatrixWorld()
  }

  look({ x, y }: Place): Look {
    const { heading, elevation } = directionAt(x, y, this.camera, this.size)
    return [heading, elevation]
  }

  /** Null for what lies beside or behind the camera; what is only outside the picture has a place. */
  place(look: Vector): Place | null {
    const seen = this.seen(look)
    return seen[2] < -NEAR ? this.onScreen(seen) : null
  }

  /** The same, if it is in the picture. */
  inPicture(look: Vector): Place | null {
    const place = this.place(look)
    return place && place.x >= 0 && place.y >= 0 && place.x <= this.size.width && place.y <= this.size.height ? place : null
  }

  /** What is seen of lines from point to point along great circles: the path of an SVG. */
  path(points: readonly Vector[], closed: boolean): string {
    const seen = points.map((point) => this.seen(point))
    return [...pairs(seen)].slice(0, closed ? undefined : -1).flatMap(([from, to]) => this.segment(from, to)).join('')
  }

  private segment(from: Seen, to: Seen): string[] {
    const [begin, end] = [before(from, to), before(to, from)]
    if (!begin || !end) return []
    const [a, b] = [this.onScreen(begin), this.onScreen(end)]
    return [`M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`]
  }

  /** As the camera has it: right, up, and backwards. */
  private seen(look: Vector): Seen {
    const { x, y, z } = toThree(unit(look)).transformDirection(this.camera.matrixWorldInverse)
    return [x, y, z]
  }

  private onScreen([x, y, z]: Seen): Place {
    const [across, , , , , along] = this.camera.projectionMatrix.elements
    const { width, height } = this.size
    return { x: ((1 - (across * x) / z) * width) / 2, y: ((1 + (along * y) / z) * height) / 2 }
  }
}

/** The end of a line, or where it comes from behind the camera; null if all of it is there. */
function before(end: Seen, other: Seen): Seen | null {
  if (end[2] <= -NEAR) return end
  if (other[2] > -NEAR) return null
  const share = (end[2] + NEAR) / (end[2] - other[2])
  return [end[0] + share * (other[0] - end[0]), end[1] + share * (other[1] - end[1]), -NEAR]
}

/** The corners of a region's outline, between which great circles run; in small steps where its sides are curves. */
export function cornersOf(shape: Region): Vector[][] {
  return shape.kind === 'view' || shape.kind === 'polygon' ? [outline(shape).map(({ point }) => point)] : outlines(shape)
}
