import type { Camera } from 'three'

import { html } from '../../kit/dom/html'
import { icon } from '../../kit/dom/icons'
import { PathProgress } from '../../graph/PathProgress'
import type { ScanGraph } from '../../graph/ScanGraph'
import type { Scope } from '../../kit/lifecycle/Scope'
import { toThree } from '../frames'
import { hintAngle } from './hintAngle'

/** Pixels between the arrow's centre and the picture's edge. */
const MARGIN = 44

/** An arrow at the picture's edge that points to where the path goes on, when that is out of sight. */
export class PathHint {
  private readonly element = html('div', { class: 'viewer-hint', hidden: true, 'data-testid': 'path-hint' }, icon('ahead'))
  private progress: PathProgress | null = null

  constructor(
    scope: Scope,
    container: HTMLElement,
    private readonly graph: ScanGraph,
  ) {
    container.append(this.element)
    scope.add(() => this.element.remove())
  }

  /** Where the path goes on; null at its goal, and without a path. */
  get next(): string | null {
    return this.progress?.next ?? null
  }

  follow(path: readonly string[] | null, viewpointId: string): void {
    this.progress = path && new PathProgress(path)
    this.progress?.reach(viewpointId)
  }

  reach(viewpointId: string): void {
    this.progress?.reach(viewpointId)
  }

  /** Points for who looks through this camera; null for nobody, as in a replay. */
  show(camera: Camera | null, { width, height }: { width: number; height: number }): void {
    const angle = this.next === null || !camera ? null : hintAngle(toThree(this.graph.floor(this.next)), camera)
    this.element.hidden = angle === null
    if (angle === null) return
    const [right, down] = [Math.cos(angle), -Math.sin(angle)]
    const reach = Math.min((width / 2 - MARGIN) / Math.abs(right), (height / 2 - MARGIN) / Math.abs(down))
    const [x, y] = [width / 2 + right * reach, height / 2 + down * reach]
    this.element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${(-angle).toFixed(3)}rad)`
  }
}
