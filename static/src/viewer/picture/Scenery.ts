import type { Matrix4 } from 'three'

import type { Screen } from '../gl/context'
import type { Panorama } from './Panorama'
import type { Panoramas, PictureView } from './Panoramas'
import { PatchRenderer } from './PatchRenderer'
import { ReliefRenderer } from './ReliefRenderer'
import type { Seen } from './plan'
import { RELIEF } from './shaders'
import type { Sight } from './sight'

/** A camera as far as drawing needs it. */
export interface Eye {
  /** From three.js' world to the camera. */
  readonly matrixWorldInverse: Matrix4
  readonly projectionMatrix: Matrix4
}

/** Whether a picture is as sharp as it gets, stays blurred somewhere, or why something of it is not there at all. */
export type Quality = Pick<PictureView, 'sharp' | 'blurred' | 'failure'>

type View = PictureView & { readonly seen: Seen; readonly opacity: number; readonly relief: WebGLTexture | null }

/** Walls stand at least this far (metres) from the viewpoint while the camera travels, and further on long steps. */
const NEAREST_WALL = 6
const WALL_PER_STEP = 2.5
/** A picture that covers the one beneath it but for less than half a grey level hides it. */
const OPAQUE = 1 - 1 / 512
/** A picture that hardly covers anything yet is left out, so that a step's first frame, which a person waits for, draws only one. */
const FAINT_OPACITY = 1 / 25

/** On which part of a way through space one picture fades into the other: both show the same there, and one is drawn faster. */
const DEEP_FADE = { from: 0.25, to: 0.6 } as const
/** Between how many metres everything lies that a relief tells. */
const RELIEF_METRES = [RELIEF.nearest, RELIEF.nearest * 2 ** RELIEF.doublings] as const

/** What is seen around the camera: one panorama or, on the way between two viewpoints, one fading into the other. */
export class Scenery {
  private renderer: PatchRenderer | null = null
  private reliefs: ReliefRenderer | null = null
  private missed: ReadonlySet<string> = new Set()
  private seen: readonly Seen[] = []
  private whole = false
  private radius = NEAREST_WALL
  private shown: { panorama: Panorama; opacity: number }[] = []
  /** Both ends of a step that is on its way. */
  private ends: readonly Panorama[] = []

  constructor(
    private readonly screen: Screen,
    private readonly panoramas: Panoramas,
  ) {}

  /** Whether there is a picture to be seen. */
  get empty(): boolean {
    return this.shown.length === 0
  }

  /** Whether anything of a viewpoint's picture is to be seen. */
  shows(viewpointId: string): boolean {
    return this.shown.some(({ panorama }) => panorama.viewpoint.viewpoint_id === viewpointId)
  }

  /** Has the shaders compiled, which takes its time, before there is anything to draw. */
  prepare(): void {
    this.renderer ??= new PatchRenderer(this.screen.gl)
  }

  /** Draws something that nobody sees, so that the first picture need not wait for drivers. */
  rehearse(): void {
    this.renderer?.rehearse()
  }

  /** `share` of the way from the first viewpoint to the second is done. */
  show(from: Panorama, to: Panorama | null, share: number): void {
    this.radius = to ? wallDistance(from, to) : NEAREST_WALL
    this.ends = to ? [from, to] : []
    const opacity = to ? smoothstep(this.deep ? (share - DEEP_FADE.from) / (DEEP_FADE.to - DEEP_FADE.from) : share) : 0
    this.shown = opacity < OPAQUE ? [{ panorama: from, opacity: 1 }] : []
    if (to && opacity > FAINT_OPACITY) this.shown.push({ panorama: to, opacity: opacity < OPAQUE ? opacity : 1 })
  }

  /** Pixels by which the picture's centre moves at most when the camera moves by so many metres. */
  shift(metres: number, pixelsPerRadian: number): number {
    return (metres / this.radius) * pixelsPerRadian
  }

  /** What a frame with these new images would gain over the last one: its last touch, or just something. */
  gain(urls: readonly string[]): 'nothing' | 'something' | 'completion' {
    if (!urls.some((url) => this.missed.has(url))) return 'nothing'
    const views = this.seen.map((seen) => this.panoramas.view(seen))
    const completed = !views.some(({ pending }) => pending) || (!this.whole && views.every(({ whole }) => whole))
    return completed ? 'completion' : 'something'
  }

  /** Whether what is to be drawn may become sharper by itself. */
  pending(eye: Eye, pixelsPerRadian: number): boolean {
    return this.views(eye, pixelsPerRadian).some(({ pending }) => pending)
  }

  /** Draws the picture over all of the canvas; returns how good it is. */
  draw(eye: Eye, pixelsPerRadian: number): Quality {
    const views = this.views(eye, pixelsPerRadian)
    this.seen = views.map(({ seen }) => seen)
    this.whole = views.every(({ whole }) => whole)
    this.missed = new Set(views.flatMap(({ missed }) => missed))
    const { gl } = this.screen
    const renderer = (this.renderer ??= new PatchRenderer(gl))
    if (!this.whole || views.some(({ painted }) => painted.length === 0)) gl.clear(gl.COLOR_BUFFER_BIT)
    const fine = !this.screen.moving && !views.some(({ pending }) => pending)
    for (const { painted, seen, opacity, relief } of views) {
      if (relief) (this.reliefs ??= new ReliefRenderer(gl)).draw(painted, seen.sight.toClip, relief, opacity)
      else renderer.draw(painted, seen.sight.toClip, { opacity, fine })
    }
    // Made between two steps, so that no step waits for drivers.
    if (fine && this.shown.some(({ panorama }) => this.panoramas.relief(panorama))) this.reliefs ??= new ReliefRenderer(gl)
    return {
      sharp: views.every(({ sharp }) => sharp),
      blurred: views.some(({ blurred }) => blurred),
      failure: views.find(({ failure }) => failure)?.failure ?? null,
    }
  }

  /** Whether the camera is on its way through a space whose distances are known at both ends. */
  private get deep(): boolean {
    return this.ends.length > 0 && this.ends.every((panorama) => this.panoramas.relief(panorama))
  }

  private views(eye: Eye, pixelsPerRadian: number): View[] {
    const { deep } = this
    return this.shown.map(({ panorama, opacity }) => {
      const sight = sightOf(panorama.placement(deep ? 1 : this.radius), eye, pixelsPerRadian)
      const seen = { panorama, sight: deep ? { ...sight, depths: RELIEF_METRES } : sight }
      return { ...this.panoramas.view(seen), seen, opacity, relief: deep ? this.panoramas.relief(panorama) : null }
    })
  }

  /** The graphics context was replaced. */
  restore(): void {
    this.renderer = null
    this.reliefs = null
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

function smoothstep(share: number): number {
  const within = Math.min(1, Math.max(0, share))
  return within * within * (3 - 2 * within)
}
