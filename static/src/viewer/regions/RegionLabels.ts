import { type PerspectiveCamera, Vector3 } from 'three'

import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { contains } from '../../regions/contains'
import type { Region } from '../../regions/shapes'
import { sum, type Vector } from '../../regions/vectors'
import { lookDirection, toThree } from '../geometry/camera'
import { outOfSight } from '../path/outOfSight'
import { lookOf } from './looks'
import { outlinesOf } from './regionMeshes'

export interface LabelledRegion {
  readonly shape: Region
  readonly label: string
  readonly language: string
  readonly look: number
  readonly lit: boolean
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels between a label and the picture's edge, its outline or another label. */
const GAP = 6

interface Label {
  readonly element: HTMLElement
  readonly region: LabelledRegion
  readonly points: readonly Vector3[]
  readonly middle: Vector3
  readonly size: Size
}

interface Box extends Size {
  readonly x: number
  readonly y: number
}

/**
 * The names of regions, at their upper edges. One that is talked of stays in the picture: while its region is out of sight, at the
 * edge towards it. The page says them to screen readers, so these are for the eye only.
 */
export class RegionLabels {
  private readonly place = html('div', { class: 'viewer-regions', 'aria-hidden': 'true', 'data-testid': 'viewer-regions' })
  private labels: readonly Label[] = []

  constructor(scope: Scope, container: HTMLElement) {
    container.append(this.place)
    scope.add(() => this.place.remove())
  }

  show(regions: readonly LabelledRegion[]): void {
    const elements = regions.map(labelElement)
    this.place.replaceChildren(...elements)
    const labels = regions.map((region, index) => labelOf(region, elements[index] ?? labelElement(region)))
    this.labels = labels.toSorted((a, b) => Number(b.region.lit) - Number(a.region.lit))
  }

  /**
   * Puts the labels where this camera sees their regions; what is talked of first, and where there is room. Of other things only
   * while the camera rests: fifty names on the move are read by nobody, and take most of a frame.
   */
  arrange(camera: PerspectiveCamera, size: Size, isMoving: boolean): void {
    const taken: Box[] = []
    this.place.toggleAttribute('data-moving', isMoving)
    for (const label of this.labels) {
      if (isMoving && !label.region.lit) break
      const seen = extent(label, camera, size)
      const box = seen ? free(aboveOf(seen, label.size, size), taken, size, label.region.lit) : label.region.lit ? beside(label, camera, size) : null
      label.element.hidden = box === null
      label.element.toggleAttribute('data-away', seen === null)
      if (!box) continue
      taken.push(box)
      label.element.style.transform = `translate(${box.x.toFixed(1)}px, ${box.y.toFixed(1)}px)`
    }
  }
}

function labelElement({ label, language, look, lit }: LabelledRegion): HTMLElement {
  const { colour, line } = lookOf(look)
  const element = html('span', { class: 'viewer-region', lang: language, dir: 'auto', 'data-colour': colour, 'data-line': line }, label)
  element.toggleAttribute('data-lit', lit)
  return element
}

function labelOf(region: LabelledRegion, element: HTMLElement): Label {
  const points = outlinesOf(region.shape).flat()
  const middle = sum(...points.map((point): [number, Vector] => [1, point]))
  const own = { width: element.offsetWidth, height: element.offsetHeight }
  return { element, region, points: points.map((point) => toThree(point)), middle: toThree(middle).normalize(), size: own }
}

/** What of an outline is in the picture, in pixels; null if nothing of its region is. */
function extent({ points, region }: Label, camera: PerspectiveCamera, { width, height }: Size): Box | null {
  const [left, top, right, bottom] = points.reduce<readonly [number, number, number, number]>(
    (box, point) => {
      const seen = turned.copy(point).transformDirection(camera.matrixWorldInverse)
      if (seen.z >= 0) return box
      const { x, y } = seen.applyMatrix4(camera.projectionMatrix)
      if (Math.abs(x) > 1 || Math.abs(y) > 1) return box
      const [across, down] = [((x + 1) / 2) * width, ((1 - y) / 2) * height]
      return [Math.min(box[0], across), Math.min(box[1], down), Math.max(box[2], across), Math.max(box[3], down)]
    },
    [Infinity, Infinity, -Infinity, -Infinity],
  )
  if (right >= left) return { x: left, y: top, width: right - left, height: bottom - top }
  return contains(region.shape, lookDirection(camera.matrixWorld)) ? { x: 0, y: 0, width, height } : null
}

/** A direction of three.js' world as the camera has it; one for all, as there are thousands in a frame. */
const turned = new Vector3()

const within = (value: number, most: number): number => Math.max(GAP, Math.min(most, value))

/** Over the middle of the upper edge, but in the picture. */
function aboveOf(seen: Box, own: Size, { width, height }: Size): Box {
  return { ...own, x: within(seen.x + (seen.width - own.width) / 2, width - own.width - GAP), y: within(seen.y - own.height - GAP, height - own.height - GAP) }
}

/** At the picture's edge, on the way to what is out of sight. */
function beside({ middle, size: own }: Label, camera: PerspectiveCamera, { width, height }: Size): Box {
  const place = middle.clone().add(camera.position)
  const angle = outOfSight(place, camera)?.angle ?? 0
  const [right, down] = [Math.cos(angle), -Math.sin(angle)]
  const [wide, high] = [(width - own.width) / 2 - GAP, (height - own.height) / 2 - GAP]
  const reach = Math.max(0, Math.min(wide / Math.abs(right), high / Math.abs(down)))
  return { ...own, x: width / 2 + right * reach - own.width / 2, y: height / 2 + down * reach - own.height / 2 }
}

/** Lower, if another label is there; null where there is no room, unless it must be seen. */
function free(box: Box, taken: readonly Box[], { height }: Size, isNeeded: boolean): Box | null {
  let at = box
  for (let other = blocking(at, taken); other; other = blocking(at, taken)) {
    at = { ...at, y: other.y + other.height + GAP }
    if (at.y + at.height > height - GAP) return isNeeded ? box : null
  }
  return at
}

const blocking = (box: Box, taken: readonly Box[]): Box | undefined =>
  taken.find((other) => box.x < other.x + other.width + GAP && other.x < box.x + box.width + GAP && box.y < other.y + other.height + GAP && other.y < box.y + box.height + GAP)
