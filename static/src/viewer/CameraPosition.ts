import { Vector3 } from 'three'

import type { ScanGraph } from '../graph/ScanGraph'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import { type Between, locate } from './between'
import { fromRowMajor, toThree } from './geometry/camera'
import type { Panoramas } from './picture/Panoramas'
import type { Scenery } from './picture/Scenery'
import type { Stage } from './Stage'
import { Travel } from './Travel'
import type { Camera } from './types'

interface CameraPositionEvents {
  /** The camera is on its way to this viewpoint. */
  departed: string
  /** The camera's viewpoint, or the one nearest to a recorded camera, has changed. */
  changed: null
  /** The place it was sent to has been drawn, or will be with the next frame. */
  arrived: string
}

/** Where the camera is: at a viewpoint, on its way to another, or where a recorded one was. Shows what is seen there. */
export class CameraPosition extends Emitter<CameraPositionEvents> {
  private readonly scope: Scope
  private between: Between
  private travel: Travel | null = null

  constructor(
    parent: Scope,
    private readonly graph: ScanGraph,
    private readonly stage: Stage,
    private readonly panoramas: Panoramas,
    private readonly scenery: Scenery,
    viewpointId: string,
  ) {
    super()
    this.scope = new Scope(parent)
    this.scope.add(() => this.removeHandlers())
    this.between = { fromId: viewpointId, toId: null, share: 0 }
    stage.camera.position.copy(this.place(viewpointId))
  }

  /** In the middle of a step, the viewpoint that the camera comes from. */
  get viewpointId(): string {
    return this.between.fromId
  }

  get travelling(): boolean {
    return this.travel !== null
  }

  /** Goes to a neighbour, or flies to any other viewpoint; resolves on arrival. */
  travelTo(toId: string): Promise<void> {
    const { camera } = this.stage
    const [from, to] = [this.panoramas.at(this.viewpointId), this.panoramas.at(toId)]
    const [start, end] = [camera.position.clone(), this.place(toId)]
    const onTheWay = (share: number) => {
      camera.position.lerpVectors(start, end, share)
      this.scenery.show(from, to, share)
      if (this.scenery.shift(camera.position.distanceTo(end), this.stage.pixelsPerRadian) < 1) this.stage.slowDown()
      this.stage.invalidate()
    }
    const show = (share: number) => {
      if (share < 1) onTheWay(share)
      else this.rest(toId)
    }
    const arrive = () => {
      this.travel = null
      if (this.viewpointId !== toId) this.rest(toId)
      this.emit('arrived', toId)
    }
    this.stage.depart()
    this.emit('departed', toId)
    this.travel = new Travel(this.scope, this.stage, show, arrive)
    return this.travel.arrived
  }

  /** Moves there at once. */
  jumpTo(viewpointId: string): void {
    this.rest(viewpointId)
    this.emit('arrived', viewpointId)
  }

  /** Stands and looks as a recorded camera did, also between two viewpoints. */
  pose({ viewpointId, extrinsicMatrix, intrinsicMatrix }: Camera): void {
    const { camera } = this.stage
    fromRowMajor(extrinsicMatrix).decompose(camera.position, camera.quaternion, new Vector3())
    this.stage.setLens(fromRowMajor(intrinsicMatrix))
    const { neighbors } = this.graph.viewpoint(viewpointId)
    this.stand(locate(camera.position.toArray(), viewpointId, (id) => this.place(id).toArray(), neighbors))
  }

  /** Ends a step at once at its destination. */
  finish(): void {
    this.travel?.finish()
  }

  private rest(viewpointId: string): void {
    this.stage.camera.position.copy(this.place(viewpointId))
    this.stage.arrive()
    this.stand({ fromId: viewpointId, toId: null, share: 0 })
  }

  private stand(between: Between): void {
    const changed = this.between.fromId !== between.fromId || this.scenery.empty
    this.between = between
    const { fromId, toId, share } = between
    this.scenery.show(this.panoramas.at(fromId), toId === null ? null : this.panoramas.at(toId), share)
    this.stage.invalidate()
    if (changed) this.emit('changed', null)
  }

  private place(viewpointId: string): Vector3 {
    return toThree(this.graph.viewpoint(viewpointId).position)
  }
}
