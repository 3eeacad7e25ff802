import type { Matrix4 } from 'three'

import type { Screen } from '../gl/context'
import type { Panorama } from './Panorama'
import type { Panoramas } from './Panoramas'
import { PatchRenderer } from './PatchRenderer'
import type { Sight } from './sight'

/** A camera as far as drawing needs it. */
export interface Eye {
  /** From three.js' world to the camera. */
  readonly matrixWorldInverse: Matrix4
  readonly projectionMatrix: Matrix4
}

/** Walls stand at least this far (metres) from the viewpoint while the camera travels, and further on long steps. */
const NEAREST_WALL = 6
const WALL_PER_STEP = 2.5

/** What is seen around the camera: one panorama or, on the way between two viewpoints, one fading into the other. */
export class Scenery {
  private renderer: PatchRenderer | null = null
  private missed: ReadonlySet<string> = new Set()
  private shown: { panorama: Panorama; radius: number; opacity: number }[] = []

  constructor(
    private readonly screen: Screen,
    private readonly panoramas: Panoramas,
  ) {}

  /** Whether there is a picture to be seen. */
  get empty(): boolean {
    return this.shown.length === 0
  }

  /** `share` of the way from the first viewpoint to the second is done. */
  show(from: Panorama, to: Panorama | null, share: number): void {
    const radius = to ? wallDistance(from, to) : NEAREST_WALL
    this.shown = [{ panorama: from, radius, opacity: 1 }]
    if (to) this.shown.push({ panorama: to, radius, opacity: smoothstep(share) })
  }

  /** Whether a frame with these images would look otherwise than the last one. */
  missedAny(urls: readonly string[]): boolean {
    return urls.some((url) => this.missed.has(url))
  }

  /** Draws the picture over all of the canvas; returns whether it is as sharp as it gets. */
  draw(eye: Eye, pixelsPerRadian: number): { sharp: boolean; failure: Error | null } {
    const views = this.shown.map(({ panorama, radius, opacity }) => {
      const sight = sightOf(panorama.placement(radius), eye, pixelsPerRadian)
      const view = this.panoramas.view({ panorama, sight })
      return { ...view, toClip: sight.toClip, opacity }
    })
    this.missed = new Set(views.flatMap(({ missed }) => missed))
    const { gl } = this.screen
    const renderer = (this.renderer ??= new PatchRenderer(gl))
    if (!views.every(({ whole }) => whole)) gl.clear(gl.COLOR_BUFFER_BIT)
    for (const { painted, toClip, opacity } of views) renderer.draw(painted, toClip, opacity)
    return { sharp: views.every(({ sharp }) => sharp), failure: views.find(({ failure }) => failure)?.failure ?? null }
  }

  /** The context is a new one. */
  restore(): void {
    this.renderer = null
    this.panoramas.forget()
  }
}

/** How an eye sees a panorama that is placed so in the world. */
export function sightOf(placement: Matrix4, eye: Eye, pixelsPerRadian: number): Sight {
  const toClip = placement.clone().premultiply(eye.matrixWorldInverse).premultiply(eye.projectionMatrix)
  return { toClip, pixelsPerRadian }
}

function wallDistance({ viewpoint: { position: a } }: Panorama, { viewpoint: { position: b } }: Panorama): number {
  const step = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2])
  return Math.max(NEAREST_WALL, step * WALL_PER_STEP)
}

export const smoothstep = (share: number): number => share * share * (3 - 2 * share)
