import { setAttributes, svg } from '../kit/dom/html'
import type { Vector } from '../regions/vectors'
import type { Place, Sight } from './geometry/Sight'

/** What lines stand for; later ones lie over earlier ones. */
export const LINE_LOOKS = ['other', 'coming', 'begun', 'selected', 'preview', 'refused'] as const
export type LineLook = (typeof LINE_LOOKS)[number]

export interface Line {
  readonly look: LineLook
  readonly points: readonly Vector[]
  readonly closed: boolean
}

/** Lines and points over the picture, each with a dark rim that sets it off from bright things. */
export class Lines {
  readonly element = svg('svg', { class: 'drawing-lines', 'aria-hidden': 'true' })
  private readonly paths = new Map<LineLook, readonly SVGPathElement[]>()
  private readonly dots = svg('g', { class: 'drawing-dots' })

  constructor() {
    for (const look of LINE_LOOKS) {
      const paths = [svg('path', { class: 'drawing-rim' }), svg('path', { class: 'drawing-line' })]
      this.paths.set(look, paths)
      this.element.append(svg('g', { 'data-look': look }, ...paths))
    }
    this.element.append(this.dots)
  }

  show(sight: Sight, lines: readonly Line[], points: readonly Vector[]): void {
    for (const [look, paths] of this.paths) {
      const drawn = lines.filter((line) => line.look === look).map((line) => sight.path(line.points, line.closed)).join('')
      for (const path of paths) if (path.getAttribute('d') !== drawn) path.setAttribute('d', drawn)
    }
    this.showDots(points.flatMap((point) => sight.place(point) ?? []))
  }

  private showDots(places: readonly Place[]): void {
    while (this.dots.childElementCount > places.length) this.dots.lastElementChild?.remove()
    while (this.dots.childElementCount < places.length) this.dots.append(svg('circle', { r: 5 }))
    for (const [index, { x, y }] of places.entries()) {
      const dot = this.dots.children[index]
      if (dot) setAttributes(dot, { cx: x.toFixed(1), cy: y.toFixed(1) })
    }
  }
}
