import { Vector3 } from 'three'

import type { ScanView } from '../api/types'
import { radians } from '../graph/angles'
import { type Direction, ScanGraph } from '../graph/ScanGraph'
import { Emitter } from '../lifecycle/Emitter'
import { Scope } from '../lifecycle/Scope'
import { type Between, locate } from './between'
import { CameraReport } from './CameraReport'
import { Foresight } from './Foresight'
import { fromRowMajor, lookDirection, panoramaPlacement, toThree } from './frames'
import { Interaction } from './Interaction'
import { Loading } from './Loading'
import { Markers } from './markers/Markers'
import { markerShader } from './markers/shaders'
import { Overlay } from './overlay/Overlay'
import { PathHint } from './path/PathHint'
import { pathLayers } from './path/pathLayers'
import { PATH_SHADERS } from './path/shaders'
import { Panoramas } from './picture/Panoramas'
import { Scenery } from './picture/Scenery'
import { Stage } from './Stage'
import { Travel } from './Travel'
import type { Camera, CameraState, DrawnFrame, View, ViewerEvents, ViewerOptions } from './types'
import { Veil } from './Veil'

export type { Camera, CameraState, DrawnFrame, ViewerEvents, ViewerOptions } from './types'

const FIELD_OF_VIEW = radians(75)
const STEEPEST = radians(88)
/** A picture that becomes sharper is drawn anew so often (seconds). */
const REFINE = 0.25

/** A scan as a person sees it: panoramas to look around in and to step between. Angles in radians. */
export class Viewer extends Emitter<ViewerEvents> {
  /** Resolves when the first panorama is shown; a failure to load it is told by `imageerror`, and can be retried. */
  readonly ready: Promise<void>
  private readonly scope = new Scope()
  private readonly graph: ScanGraph
  private readonly stage: Stage
  private readonly panoramas: Panoramas
  private readonly scenery: Scenery
  private readonly foresight: Foresight
  private readonly hint: PathHint
  private readonly overlay: Overlay
  private readonly markers: Markers
  private readonly loading: Loading
  private readonly report: CameraReport
  private readonly veil: Veil
  private between: Between
  private travel: Travel | null = null
  private cancelRefining: (() => void) | null = null
  private wanted: string
  private replayed: Camera | null = null
  private request = 0

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
    this.stage = new Stage(this.scope, container, options.fieldOfView ?? FIELD_OF_VIEW, () => this.unfinished)
    this.veil = new Veil(this.scope, container, this.stage, options.poster ?? null)
    this.panoramas = new Panoramas(this.scope, this.stage, this.graph, scan.projection, options.loadImage)
    this.scenery = new Scenery(this.stage, this.panoramas)
    this.foresight = new Foresight(this.scope, this.graph, this.stage, this.panoramas, this.veil, options.viewpointId)
    this.loading = new Loading(this.scope, container, {
      wanted: () => this.wanted,
      retry: () => this.retry(),
      failed: (viewpointId, message) => this.emit('imageerror', { viewpointId, message }),
    })
    this.ready = this.open(options) // first of all: in the time that the rest takes, pictures are on their way
    this.overlay = new Overlay(this.stage)
    this.markers = new Markers(this.graph)
    this.hint = new PathHint(this.scope, container, this.graph)
    this.report = new CameraReport(container, this.stage, () => this.view)
    this.watch()
    this.begin()
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
    if (navigable === false || this.scenery.empty) return []
    const { neighbors } = this.graph.viewpoint(this.viewpointId)
    return navigable === true ? neighbors : neighbors.filter((neighbor) => navigable.has(neighbor))
  }

  /** Of a path that is shown, the viewpoint to step to next; null at its goal. */
  get nextOnPath(): string | null {
    return this.hint.next
  }

  /**
   * Steps to any viewpoint of the scan; resolves on arrival, or when another step is asked for meanwhile. Rejects
   * when nothing of its picture can be loaded: the viewer then says so, and stays where it is.
   */
  async moveTo(viewpointId: string, { animate = true }: { animate?: boolean } = {}): Promise<void> {
    this.wanted = viewpointId
    this.replayed = null
    this.foresight.aim(viewpointId, null)
    const request = ++this.request
    await this.load(viewpointId)
    if (this.request !== request || this.scope.disposed) return
    this.travel?.finish()
    this.stage.setLens(null)
    const stays = this.scenery.empty || this.viewpointId === viewpointId
    if (!stays && animate && !reducedMotion()) await this.travelTo(viewpointId)
    else this.arrive(viewpointId)
  }

  /** Turns the camera. Radians. */
  lookAt(heading: number, elevation: number): void {
    const level = Math.min(STEEPEST, Math.max(-STEEPEST, elevation))
    this.stage.camera.rotation.set(level, -heading, 0, 'YXZ')
    this.stage.invalidate()
  }

  /** Tells that a person pointed into the picture. */
  pick(direction: Direction): void {
    this.emit('pick', { viewpointId: this.viewpointId, ...direction })
  }

  /** Shows exactly this camera, through any lens, also between two viewpoints. For replays. */
  setCamera(camera: Camera): void {
    this.travel?.finish()
    this.request += 1
    this.replayed = camera
    this.wanted = camera.viewpointId
    this.foresight.aim(camera.viewpointId, camera)
    if (this.foresight.ready) return this.pose(camera)
    if (this.loading.hasFailed(camera.viewpointId)) return
    this.load(camera.viewpointId)
      .then(() => this.replayed === camera && this.pose(camera))
      .catch(() => undefined)
  }

  /** Draws a path on the floor, or takes it away. */
  showPath(path: readonly string[] | null): void {
    this.overlay.set('path', pathLayers((path ?? []).map((viewpointId) => toThree(this.graph.floor(viewpointId)))))
    this.hint.follow(path, this.wanted)
    this.emit('pathchange', null)
    this.stage.invalidate()
  }

  /** The camera as it is. */
  snapshot(): CameraState {
    return this.report.state
  }

  /** Draws a frame and hands it over; its pixels are there during the call only. */
  capture(use: (drawn: DrawnFrame) => void): void {
    const off = this.stage.on('drawn', () => {
      off()
      use(this.stage.frame)
    })
    this.stage.invalidate()
  }

  /** Loads again what failed to load. */
  retry(): void {
    this.loading.recover()
    this.panoramas.retry()
    if (this.replayed) this.setCamera(this.replayed)
    else if (this.wanted !== this.viewpointId || this.scenery.empty) this.moveTo(this.wanted).catch(() => undefined)
  }

  /** Ends everything and frees the GPU's memory. */
  dispose(): void {
    this.removeHandlers()
    this.scope.dispose()
  }

  private get direction(): Direction {
    this.stage.camera.updateMatrixWorld()
    return lookDirection(this.stage.camera.matrixWorld)
  }

  private get view(): View {
    return { viewpointId: this.viewpointId, ...this.direction }
  }

  private watch(): void {
    const { graph, stage, markers, panoramas } = this
    stage.on('draw', () => this.draw())
    stage.on('drawn', () => {
      this.hint.show(this.replayed || !this.veil.lifted ? null : stage.camera, stage.size)
      this.tellCamera()
    })
    stage.on('shown', ({ travelling }) => !travelling && this.foresight.seeShown(!this.unfinished))
    stage.on('lost', () => this.loading.interrupt())
    stage.on('restored', () => this.restore())
    panoramas.on('uploaded', (urls) => this.refine(urls))
    panoramas.on('failed', () => stage.invalidate())
    new Interaction(this.scope, { viewer: this, graph, stage, markers })
  }

  /** Draws at once what new images complete; on the way there only now and then, as a frame takes time that they need. */
  private refine(urls: readonly string[]): void {
    if (!this.veil.lifted) return this.stage.invalidate()
    const gain = this.scenery.gain(urls)
    if (gain === 'completion' || (gain === 'something' && this.stage.moving)) this.stage.invalidate()
    else if (gain === 'something') this.cancelRefining ??= this.scope.timeout(REFINE, () => this.stage.invalidate())
  }

  /** Makes the context, which takes its time, while the first pictures are on their way. */
  private begin(): void {
    try {
      this.stage.prepare()
      this.scenery.prepare()
      this.overlay.prepare([markerShader, ...PATH_SHADERS])
    } catch (error) {
      this.scope.dispose()
      throw error
    }
  }

  private restore(): void {
    this.loading.resume()
    this.scenery.restore()
    this.overlay.restore()
    this.foresight.plan()
    this.stage.invalidate()
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

  private get unfinished(): boolean {
    return this.scenery.pending(this.stage.camera, this.stage.pixelsPerRadian)
  }

  private draw(): void {
    this.cancelRefining?.()
    this.cancelRefining = null
    if (this.veiled) return this.veil.show(panoramaPlacement(this.graph.viewpoint(this.wanted)))
    this.veil.lift()
    const { sharp, failure } = this.scenery.draw(this.stage.camera, this.stage.pixelsPerRadian)
    this.overlay.set('markers', this.markers.layers)
    this.overlay.draw(this.stage.camera)
    this.container.toggleAttribute('data-sharp', sharp)
    if (failure) this.loading.fail(this.viewpointId, failure)
    if (this.unfinished) this.foresight.seeShown(false)
  }

  /** Whether there is nothing better to be seen than a poster, if that. */
  private get veiled(): boolean {
    if (this.veil.lifted || this.scenery.empty) return !this.veil.lifted
    this.veil.wait()
    return this.viewpointId === this.options.viewpointId && this.veil.covers && this.unfinished
  }

  /** Resolves when the picture of a viewpoint can be shown, if not sharply. */
  private load(viewpointId: string): Promise<void> {
    return this.loading.watch(viewpointId, this.foresight.drawable())
  }

  private travelTo(toId: string): Promise<void> {
    const [from, to] = [this.panoramas.at(this.viewpointId), this.panoramas.at(toId)]
    const [start, end] = [this.stage.camera.position.clone(), this.place(toId)]
    const show = (share: number) => {
      this.stage.camera.position.lerpVectors(start, end, share)
      if (share < 1) this.scenery.show(from, to, share)
      else this.rest(toId)
      this.stage.invalidate()
    }
    this.markers.show(toId, [])
    this.container.toggleAttribute('data-moving', true)
    this.stage.depart()
    this.foresight.plan()
    const arrive = () => {
      this.travel = null
      this.container.removeAttribute('data-moving')
      if (this.viewpointId !== toId) this.rest(toId)
      this.emit('moveend', { viewpointId: toId })
    }
    this.travel = new Travel(this.scope, show, arrive, (then) => this.stage.on('drawn', then))
    return this.travel.arrived
  }

  private arrive(viewpointId: string): void {
    this.rest(viewpointId)
    this.emit('moveend', { viewpointId })
  }

  private rest(viewpointId: string): void {
    this.stage.camera.position.copy(this.place(viewpointId))
    this.stage.arrive()
    this.stand({ fromId: viewpointId, toId: null, share: 0 })
  }

  private pose({ viewpointId, extrinsicMatrix, intrinsicMatrix }: Camera): void {
    const { camera } = this.stage
    const neighbors = this.graph.viewpoint(viewpointId).neighbors
    fromRowMajor(extrinsicMatrix).decompose(camera.position, camera.quaternion, new Vector3())
    this.stage.setLens(fromRowMajor(intrinsicMatrix))
    this.stand(locate(camera.position.toArray(), viewpointId, (id) => this.place(id).toArray(), neighbors))
  }

  /** Shows what is seen there, and gets ready for the next step. */
  private stand(between: Between): void {
    const changed = this.between.fromId !== between.fromId || this.scenery.empty
    this.between = between
    const { fromId, toId, share } = between
    this.scenery.show(this.panoramas.at(fromId), toId === null ? null : this.panoramas.at(toId), share)
    this.stage.invalidate()
    if (changed) this.settle()
  }

  private settle(): void {
    this.markers.show(this.viewpointId, this.steps)
    this.hint.reach(this.viewpointId)
    this.foresight.planSoon()
    this.emit('viewpointchange', this.view)
  }

  private tellCamera(): void {
    const view = this.scenery.empty ? null : this.report.change()
    if (!view) return
    this.foresight.planSoon()
    this.emit('camerachange', view)
  }

  private place(viewpointId: string): Vector3 {
    return toThree(this.graph.viewpoint(viewpointId).position)
  }
}

const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
