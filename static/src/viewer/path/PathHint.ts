import { type Camera, Vector3 } from 'three'

import type { ScanGraph } from '../../graph/ScanGraph'
import { html } from '../../kit/dom/html'
import { icon } from '../../kit/dom/icons'
import type { Scope } from '../../kit/lifecycle/Scope'
import { toThree } from '../geometry/camera'

/** Pixels between the arrow's centre and the picture's edge. */
const HINT_MARGIN = 44

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

  /** Shows the arrow as seen through this camera; null hides it, as in a replay. */
  show(camera: Camera | null, { width, height }: { width: number; height: number }): void {
    const angle = this.next === null || !camera ? null : hintAngle(toThree(this.graph.floor(this.next)), camera)
    this.element.hidden = angle === null
    if (angle === null) return
    const [right, down] = [Math.cos(angle), -Math.sin(angle)]
    const reach = Math.min((width / 2 - HINT_MARGIN) / Math.abs(right), (height / 2 - HINT_MARGIN) / Math.abs(down))
    const [x, y] = [width / 2 + right * reach, height / 2 + down * reach]
    this.element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${(-angle).toFixed(3)}rad)`
  }
}

/** A point this near to the picture's edge (a share of half its size) counts as out of sight. */
const EDGE = 0.94

/** Which way a point lies that is not in the picture: radians, 0 to the right, growing upwards; null when it is in it. */
export function hintAngle(point: Vector3, camera: Camera): number | null {
  const { x, y, z } = point.clone().applyMatrix4(camera.matrixWorldInverse)
  const ahead = z < 0
  const seen = new Vector3(x, y, z).applyMatrix4(camera.projectionMatrix)
  if (ahead && Math.abs(seen.x) < EDGE && Math.abs(seen.y) < EDGE) return null
  // A point behind the camera is reached by turning to its side, whatever its height.
  if (!ahead) return x < 0 ? Math.PI : 0
  return Math.atan2(y, x)
}

/** A person's progress along a path that may pass through a viewpoint more than once. */
export class PathProgress {
  private index = 0
  private onPath = true

  constructor(private readonly path: readonly string[]) {}

  /** Records the arrival at a viewpoint: its next occurrence on the path from the last position on, otherwise the one before. */
  reach(viewpointId: string): void {
    const later = this.path.indexOf(viewpointId, this.index)
    const index = later === -1 ? this.path.lastIndexOf(viewpointId, this.index) : later
    this.onPath = index !== -1
    if (this.onPath) this.index = index
  }

  /** The viewpoint to go to next: onwards on the path, or back to it; null at the goal. */
  get next(): string | null {
    return this.path[this.onPath ? this.index + 1 : this.index] ?? null
  }
}
