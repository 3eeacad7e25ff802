import { Matrix4, type PerspectiveCamera, Vector3 } from 'three'

import type { ScanGraph } from '../graph/ScanGraph'
import type { Scope } from '../kit/lifecycle/Scope'
import type { Cover } from './Cover'
import { fromRowMajor, toThree } from './geometry/camera'
import type { Panoramas } from './picture/Panoramas'
import type { Seen } from './picture/plan'
import { type Eye, sightOf } from './picture/Scenery'
import type { Stage } from './Stage'
import type { Camera } from './types'

/** The time between two decisions about what to load, while the camera turns. */
const PLAN_EVERY_SECONDS = 0.1

/** Loads what a person looks at, and then what they may see after a step. */
export class Prefetch {
  private cancelPlan: (() => void) | null = null
  private replayed: Camera | null = null
  /** The viewpoint that has been seen as sharply as it gets. */
  private seenAt: string | null = null
  private resting = false

  constructor(
    private readonly scope: Scope,
    private readonly graph: ScanGraph,
    private readonly stage: Stage,
    private readonly panoramas: Panoramas,
    private readonly cover: Cover,
    private viewpointId: string,
  ) {}

  /** Whether what is aimed at can be shown at once, if not sharply. */
  get ready(): boolean {
    return this.panoramas.view(this.next()).whole
  }

  /** From now on a viewpoint is looked at, in the direction of the camera or of a recorded one. */
  aim(viewpointId: string, replayed: Camera | null): void {
    this.viewpointId = viewpointId
    this.replayed = replayed
  }

  /**
   * What is on the screen from now on, which is not yet what was drawn just now. Before it is as sharp as it gets, nothing
   * is loaded ahead: decoding takes time from drawing.
   */
  seeShown(finished: boolean): void {
    const seenAt = finished ? this.viewpointId : null
    if (seenAt !== this.seenAt) this.planSoon()
    this.seenAt = seenAt
  }

  /** Resolves when what is aimed at can be shown; rejects when it cannot be loaded. */
  drawable(): Promise<void> {
    this.resting = false
    this.plan()
    return this.panoramas.drawable(() => this.next())
  }

  /** Calls off all that is loading, until something is asked for: its task may be over before it comes. */
  rest(): void {
    this.resting = true
    this.panoramas.rest()
  }

  resume(): void {
    this.resting = false
    this.plan()
  }

  plan(): void {
    this.cancelPlan?.()
    this.cancelPlan = null
    if (this.resting) return
    this.stage.camera.updateMatrixWorld()
    const looked = { ...this.next(), covered: this.cover.covers }
    if (this.stage.travelling || this.seenAt !== this.viewpointId) return this.panoramas.want(looked, null)
    const neighbors = [...this.graph.viewpoint(this.viewpointId).neighbors]
    const nearestFirst = neighbors.sort((a, b) => this.ahead(b) - this.ahead(a))
    this.panoramas.want(looked, nearestFirst.map((id) => this.seen(id, eyeAt(this.place(id), this.stage.camera))))
  }

  planSoon(): void {
    this.cancelPlan ??= this.scope.timeout(PLAN_EVERY_SECONDS, () => this.plan())
  }

  private next(): Seen {
    const place = this.place(this.viewpointId)
    if (!this.replayed) return this.seen(this.viewpointId, eyeAt(place, this.stage.camera))
    const toWorld = fromRowMajor(this.replayed.extrinsicMatrix).setPosition(place)
    const { projectionMatrix } = this.stage.camera
    return this.seen(this.viewpointId, { matrixWorldInverse: toWorld.invert(), projectionMatrix })
  }

  private seen(viewpointId: string, eye: Eye): Seen {
    const panorama = this.panoramas.at(viewpointId)
    return { panorama, sight: sightOf(panorama.placement(1), eye, this.stage.pixelsPerRadian) }
  }

  /** How far ahead a viewpoint lies: the cosine of its direction. */
  private ahead(viewpointId: string): number {
    const look = new Vector3(0, 0, -1).applyQuaternion(this.stage.camera.quaternion)
    return this.place(viewpointId).sub(this.place(this.viewpointId)).normalize().dot(look)
  }

  private place(viewpointId: string): Vector3 {
    return toThree(this.graph.viewpoint(viewpointId).position)
  }
}

/** This camera, as if it stood elsewhere. */
function eyeAt(position: Vector3, { matrixWorld, projectionMatrix }: PerspectiveCamera): Eye {
  const toWorld = new Matrix4().copy(matrixWorld).setPosition(position)
  return { matrixWorldInverse: toWorld.invert(), projectionMatrix }
}
