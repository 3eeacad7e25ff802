import type { Matrix4 } from 'three'

import type { Scope } from '../kit/lifecycle/Scope'
import { Poster } from './Poster'
import type { Stage } from './Stage'

/** How long a poster may cover a picture that is not sharp yet: the poster is not sharp either. */
const SHOWN_AFTER_SECONDS = 0.6

/**
 * What is seen in the place of the canvas until the first picture is sharp: a poster that the page came with, a preview
 * as a cube, or nothing. Coarser pictures beneath a poster would only take time from the sharp one.
 */
export class Cover {
  private readonly posters: readonly Element[]
  private readonly cube: Poster | null
  private seen: Matrix4 | null = null
  private waits = false
  private overdue = false
  private gone = false

  constructor(
    private readonly scope: Scope,
    container: HTMLElement,
    private readonly stage: Stage,
    preview: string | null,
  ) {
    this.cube = preview ? new Poster(container, preview) : null
    this.posters = [...container.querySelectorAll('.viewer-poster')]
  }

  get lifted(): boolean {
    return this.gone
  }

  /** Whether a poster shows what the camera sees. One that the page came with cannot turn with it. */
  get covers(): boolean {
    const { matrixWorld } = this.stage.camera
    if (this.gone || this.overdue || this.posters.length === 0) return false
    this.seen ??= matrixWorld.clone()
    return this.cube !== null || this.seen.equals(matrixWorld)
  }

  /** Turns the cube; `toWorld` is from the panorama's frame to three.js'. */
  show(toWorld: Matrix4): void {
    this.cube?.show(this.stage.camera, toWorld, this.stage.size.height)
  }

  /** To be called when there is a picture beneath: from then on a poster covers it only for a short time. */
  wait(): void {
    if (this.waits) return
    this.waits = true
    this.scope.timeout(SHOWN_AFTER_SECONDS, () => {
      this.overdue = true
      this.stage.invalidate()
    })
  }

  /** Shows the canvas in the place of posters: all at once, as every change on the screen costs a frame. */
  lift(): void {
    if (this.gone) return
    this.gone = true
    this.stage.show()
    for (const poster of this.posters) poster.remove()
  }
}
