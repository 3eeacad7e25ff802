import { type Quaternion, Vector3 } from 'three'

import type { ScanView, Snapshot } from '../api/types'
import { radians } from '../graph/angles'
import { type Direction, ScanGraph } from '../graph/ScanGraph'
import { Emitter } from '../lifecycle/Emitter'
import { Scope } from '../lifecycle/Scope'
import { type Between, locate } from './between'
import { fromRowMajor, lookDirection, rowMajor, toThree } from './frames'
import { Interaction } from './Interaction'
import { Markers } from './markers/Markers'
import { Notice } from './Notice'
import type { Panorama } from './Panorama'
import { type LoadImage, PanoramaStore } from './PanoramaStore'
import { PathOverlay } from './path/PathOverlay'
import { Scenery } from './Scenery'
import { Stage } from './Stage'
import { Travel } from './Travel'

export interface ViewerOptions {
  viewpointId: string
  /** Radians, 0 along +y, growing to the right. */
  heading: number
  /** Radians, 0 at the horizon, growing upwards. */
  elevation?: number
  /** Radians, across the shorter side of the picture. */
  fieldOfView?: number
  loadImage: LoadImage
  /** Whether a person may step: everywhere (the default), nowhere, or only to these viewpoints. */
  navigable?: boolean | ReadonlySet<string>
}

export type CameraState = Pick<Snapshot, 'viewpoint_id' | 'extrinsic_matrix' | 'intrinsic_matrix'>

export interface Camera {
  viewpointId: string
  /** 16 numbers, row-major, camera-to-world in three.js' frame. */
  extrinsicMatrix: readonly number[]
  /** 16 numbers, row-major, OpenGL projection. */
  intrinsicMatrix: readonly number[]
}

interface View {
  viewpointId: string
  heading: number
  elevation: number
}

export interface ViewerEvents {
  viewpointchange: View
  /** A frame was drawn whose camera differs from that of the frame before. */
  camerachange: View
  moveend: { viewpointId: string }
  imageerror: { viewpointId: string; message: string }
}

const FIELD_OF_VIEW = radians(75)
const STEEPEST = radians(88)

/** A scan as a person sees it: panoramas to look around in and to step between. Angles in radians. */
export class Viewer extends Emitter<ViewerEvents> {
  /** Resolves when the first panorama is shown; a failure to load it is told by `imageerror`, and can be retried. */
  readonly ready: Promise<void>
  private readonly scope = new Scope()
  private readonly graph: ScanGraph
  private readonly stage: Stage
  private readonly store: PanoramaStore
  private readonly scenery = new Scenery()
  private readonly markers: Markers
  private readonly notice: Notice
  private between: Between
  private path: PathOverlay | null = null
  private travel: Travel | null = null
  private wanted: string
  private replayed: Camera | null = null
  private failed: string | null = null
  private request = 0
  private drawn = ''

  /** Throws a `WebGLError` where the browser cannot draw. */
  constructor(
    readonly container: HTMLElement,
    readonly scan: ScanView,
    private readonly options: ViewerOptions,
  ) {
    super()
    this.graph = new ScanGraph(scan)
    this.between = { fromId: options.viewpointId, toId: null, share: 0 }
    this.wanted = options.viewpointId
    this.stage = new Stage(this.scope, container, options.fieldOfView ?? FIELD_OF_VIEW)
    this.store = new PanoramaStore(this.scope, this.graph, scan.projection, options.loadImage, this.stage.upload)
    this.markers = new Markers(this.graph)
    this.notice = new Notice(this.scope, container, () => this.retry())
    this.stage.add(this.scenery.object)
    this.stage.add(this.markers.object)
    this.watch()
    this.ready = this.open(options)
  }

  /** Where the camera is; in the middle of a step, the viewpoint it comes from. */
  get viewpointId(): string {
    return this.between.fromId
  }

  get heading(): number {
    return this.direction.heading
  }

  get elevation(): number {
    return this.direction.elevation
  }

  /** Whether the camera is in the middle of a step. */
  get moving(): boolean {
    return this.travel !== null
  }

  /** The viewpoints that a person may step to from here. */
  get steps(): readonly string[] {
    const { navigable = true } = this.options
    if (navigable === false || !this.shown) return []
    const { neighbors } = this.graph.viewpoint(this.viewpointId)
    return navigable === true ? neighbors : neighbors.filter((neighbor) => navigable.has(neighbor))
  }

  /**
   * Steps to any viewpoint of the scan; resolves on arrival, or when another step is asked for meanwhile. Rejects
   * when the image cannot be loaded: the viewer then says so, and stays where it is.
   */
  async moveTo(viewpointId: string, { animate = true }: { animate?: boolean } = {}): Promise<void> {
    this.wanted = viewpointId
    this.replayed = null
    const request = ++this.request
    const panorama = await this.load(viewpointId)
    if (this.request !== request || this.scope.disposed) return
    this.travel?.finish()
    this.stage.setLens(null)
    const from = this.shown ? this.store.get(this.viewpointId) : null
    if (from && from !== panorama && animate && !reducedMotion()) await this.travelFrom(from, panorama)
    else this.arrive(viewpointId)
  }

  /** Turns the camera. Radians. */
  lookAt(heading: number, elevation: number): void {
    const level = Math.min(STEEPEST, Math.max(-STEEPEST, elevation))
    this.stage.camera.rotation.set(level, -heading, 0, 'YXZ')
    this.stage.invalidate()
  }

  /** Shows exactly this camera, through any lens, also between two viewpoints. For replays. */
  setCamera(camera: Camera): void {
    this.travel?.finish()
    this.request += 1
    this.replayed = camera
    this.wanted = camera.viewpointId
    if (this.store.get(camera.viewpointId)) return this.pose(camera)
    if (this.failed === camera.viewpointId) return
    this.load(camera.viewpointId)
      .then(() => this.replayed === camera && this.pose(camera))
      .catch(() => undefined)
  }

  /** Draws a path on the floor, or takes it away. */
  showPath(path: readonly string[] | null): void {
    this.path?.dispose()
    this.path = path && new PathOverlay(path.map((viewpointId) => toThree(this.graph.floor(viewpointId))))
    if (this.path) this.stage.add(this.path.object)
    this.stage.invalidate()
  }

  /** The camera as it is. */
  snapshot(): CameraState {
    this.stage.camera.updateMatrixWorld()
    const { matrixWorld, projectionMatrix } = this.stage.camera
    return {
      viewpoint_id: this.viewpointId,
      extrinsic_matrix: rowMajor(matrixWorld),
      intrinsic_matrix: rowMajor(projectionMatrix),
    }
  }

  /** Loads again what failed to load. */
  retry(): void {
    this.failed = null
    this.notice.hide()
    if (this.replayed) this.setCamera(this.replayed)
    else this.moveTo(this.wanted).catch(() => undefined)
  }

  /** Ends everything and frees the GPU's memory. */
  dispose(): void {
    this.path?.dispose()
    this.markers.dispose()
    this.removeHandlers()
    this.scope.dispose()
  }

  /** Whether there is a picture to be seen. */
  private get shown(): boolean {
    return this.scenery.object.children.length > 0
  }

  private get direction(): Direction {
    this.stage.camera.updateMatrixWorld()
    return lookDirection(this.stage.camera.matrixWorld)
  }

  private get view(): View {
    return { viewpointId: this.viewpointId, ...this.direction }
  }

  private watch(): void {
    this.stage.on('drawn', () => this.tellCamera())
    this.stage.on('lost', () => this.notice.show('The graphics card was reset. The picture returns by itself.', false))
    this.stage.on('restored', () => {
      this.notice.hide()
      this.stage.invalidate()
    })
    const { graph, stage, markers } = this
    new Interaction(this.scope, { viewer: this, graph, stage, markers })
  }

  private async open({ viewpointId, heading, elevation = 0 }: ViewerOptions): Promise<void> {
    this.stage.camera.position.copy(this.place(viewpointId))
    this.lookAt(heading, elevation)
    const opened = new Promise<void>((resolve) => {
      const off = this.on('moveend', () => {
        off()
        resolve()
      })
    })
    this.moveTo(viewpointId, { animate: false }).catch(() => undefined)
    return opened
  }

  private async load(viewpointId: string): Promise<Panorama> {
    this.container.toggleAttribute('data-loading', true)
    try {
      const panorama = await this.store.load(viewpointId)
      if (viewpointId === this.wanted) this.recover()
      return panorama
    } catch (error) {
      this.fail(viewpointId, error)
      throw error
    } finally {
      this.container.removeAttribute('data-loading')
    }
  }

  private recover(): void {
    if (this.failed !== null) this.notice.hide()
    this.failed = null
  }

  private fail(viewpointId: string, error: unknown): void {
    if (this.scope.disposed || viewpointId !== this.wanted) return
    const message = error instanceof Error ? error.message : String(error)
    this.failed = viewpointId
    this.notice.show(`This picture could not be loaded. ${message}`, true)
    this.emit('imageerror', { viewpointId, message })
  }

  private travelFrom(from: Panorama, to: Panorama): Promise<void> {
    const toId = to.viewpoint.viewpoint_id
    const [start, end] = [this.stage.camera.position.clone(), this.place(toId)]
    const show = (share: number) => {
      this.stage.camera.position.lerpVectors(start, end, share)
      this.scenery.show(from, to, share)
      this.stage.invalidate()
    }
    this.markers.show(toId, [])
    this.travel = new Travel(this.scope, show, () => {
      this.travel = null
      this.arrive(toId)
    })
    return this.travel.arrived
  }

  private arrive(viewpointId: string): void {
    this.stage.camera.position.copy(this.place(viewpointId))
    this.stand({ fromId: viewpointId, toId: null, share: 0 })
    this.emit('moveend', { viewpointId })
  }

  private pose({ viewpointId, extrinsicMatrix, intrinsicMatrix }: Camera): void {
    const { camera } = this.stage
    const neighbors = this.graph.viewpoint(viewpointId).neighbors
    decompose(extrinsicMatrix, camera.position, camera.quaternion)
    this.stage.setLens(fromRowMajor(intrinsicMatrix))
    this.stand(locate(camera.position.toArray(), viewpointId, (id) => this.place(id).toArray(), neighbors))
  }

  /** Shows what is seen there, and gets ready for the next step. */
  private stand(between: Between): void {
    const from = this.store.get(between.fromId)
    if (!from) return
    const changed = this.between.fromId !== between.fromId || !this.shown
    this.between = between
    this.scenery.show(from, between.toId === null ? null : this.store.get(between.toId), between.share)
    this.stage.invalidate()
    if (changed) this.settle()
  }

  private settle(): void {
    this.markers.show(this.viewpointId, this.steps)
    this.store.trim(new Set([this.viewpointId]))
    void this.store.prefetch(this.nearestFirst(this.graph.viewpoint(this.viewpointId).neighbors))
    this.emit('viewpointchange', this.view)
  }

  private nearestFirst(viewpointIds: readonly string[]): string[] {
    const look = new Vector3(0, 0, -1).applyQuaternion(this.stage.camera.quaternion)
    const here = this.stage.camera.position
    const ahead = (id: string) => this.place(id).sub(here).normalize().dot(look)
    return [...viewpointIds].sort((a, b) => ahead(b) - ahead(a))
  }

  private tellCamera(): void {
    if (!this.shown) return
    const { viewpoint_id, extrinsic_matrix, intrinsic_matrix } = this.snapshot()
    const drawn = [viewpoint_id, ...extrinsic_matrix, ...intrinsic_matrix].join()
    if (drawn === this.drawn) return
    this.drawn = drawn
    const { viewpointId, heading, elevation } = this.view
    this.container.dataset.viewpointId = viewpointId
    this.container.dataset.heading = heading.toFixed(4)
    this.container.dataset.elevation = elevation.toFixed(4)
    this.emit('camerachange', { viewpointId, heading, elevation })
  }

  private place(viewpointId: string): Vector3 {
    return toThree(this.graph.viewpoint(viewpointId).position)
  }
}

function decompose(extrinsicMatrix: readonly number[], position: Vector3, rotation: Quaternion): void {
  fromRowMajor(extrinsicMatrix).decompose(position, rotation, new Vector3())
}

const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
