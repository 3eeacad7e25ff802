import type { ScanView } from '../api/types'
import { type Direction, radians } from '../graph/angles'
import { ScanGraph } from '../graph/ScanGraph'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import { reducedMotion } from '../kit/preferences/motion'
import { CameraPosition } from './CameraPosition'
import { CameraReport } from './CameraReport'
import { Cover } from './Cover'
import { lookDirection } from './geometry/camera'
import { Interaction } from './Interaction'
import { Loading } from './Loading'
import { Markers } from './markers/Markers'
import { Overlay } from './overlay/Overlay'
import { Painter } from './Painter'
import { PathAid } from './PathAid'
import { Panoramas } from './picture/Panoramas'
import { type Quality, Scenery } from './picture/Scenery'
import { Prefetch } from './Prefetch'
import { Stage } from './Stage'
import type { Camera, CameraState, DrawnFrame, OverPicture, View, ViewerEvents, ViewerOptions } from './types'

export type { Camera, CameraState, DrawnFrame, ViewerEvents } from './types'

const FIELD_OF_VIEW = radians(75)
const STEEPEST = radians(88)

/** A scan as a person sees it: panoramas to look around in and to step between. Angles in radians. */
export class Viewer extends Emitter<ViewerEvents> {
  /** Resolves when the first panorama is shown; a failure to load it is told by `imageerror`, and can be retried. */
  readonly ready: Promise<void>
  private readonly scope = new Scope()
  private readonly graph: ScanGraph
  private readonly stage: Stage
  private readonly panoramas: Panoramas
  private readonly scenery: Scenery
  private readonly prefetch: Prefetch
  private readonly path: PathAid
  private readonly overlay: Overlay
  private readonly markers: Markers
  private readonly loading: Loading
  private readonly report: CameraReport
  private readonly cover: Cover
  private readonly cameraPosition: CameraPosition
  private readonly painter: Painter
  private readonly interaction: Interaction
  private wanted: string
  private replayed: Camera | null = null
  private request = 0
  private mayStep: NonNullable<ViewerOptions['navigable']>

  /** Throws a `WebGLError` where the browser cannot draw. */
  constructor(
    readonly container: HTMLElement,
    readonly scan: ScanView,
    options: ViewerOptions,
  ) {
    super()
    this.graph = new ScanGraph(scan)
    this.wanted = options.viewpointId
    this.mayStep = options.navigable ?? true
    const { fieldOfView = FIELD_OF_VIEW, createContext } = options
    this.stage = new Stage(this.scope, container, fieldOfView, () => this.painter.unfinished, createContext)
    this.cover = new Cover(this.scope, container, this.stage, options.poster ?? null)
    this.panoramas = new Panoramas(this.scope, this.stage, this.graph, scan.projection, options.loadImage)
    this.scenery = new Scenery(this.stage, this.panoramas)
    this.cameraPosition = new CameraPosition(this.scope, this.graph, this.stage, this.panoramas, this.scenery, options.viewpointId)
    this.prefetch = new Prefetch(this.scope, this.graph, this.stage, this.panoramas, this.cover, options.viewpointId)
    this.loading = new Loading(this.scope, container, {
      wanted: () => this.wanted,
      covered: () => this.cover.covers,
      retry: () => this.retry(),
      failed: (viewpointId, message) => this.emit('imageerror', { viewpointId, message }),
    })
    this.ready = this.open(options) // First, so that pictures load while the rest is set up.
    this.overlay = new Overlay(this.stage)
    this.markers = new Markers(this.graph)
    const { graph, stage, scenery, overlay, markers, cover } = this
    this.path = new PathAid(this.scope, {
      container, scan, graph, stage, overlay,
      plan: scan.floor_plan?.sketch ? null : scan.floor_plan, // what a sketch lacks may still hide things
      view: () => this.view,
      aim: (direction) => this.aim(direction),
      step: (viewpointId) => this.interaction.step(viewpointId),
      busy: () => this.interaction.busy,
    })
    this.painter = new Painter(this.scope, { graph, stage, scenery, overlay, markers, cover }, options.viewpointId)
    this.report = new CameraReport(container, this.stage, () => this.view)
    this.watch()
    this.interaction = new Interaction(this.scope, { viewer: this, graph, stage, markers, whyNotElsewhere: options.whyNotElsewhere ?? null })
    this.begin()
  }

  /** Where the camera is; in the middle of a step, the viewpoint it comes from. */
  get viewpointId(): string {
    return this.cameraPosition.viewpointId
  }

  get heading(): number {
    return this.direction.heading
  }

  get elevation(): number {
    return this.direction.elevation
  }

  /** Whether the camera is in the middle of a step. */
  get moving(): boolean {
    return this.cameraPosition.travelling
  }

  /** The viewpoints that a person may step to from here. */
  get steps(): readonly string[] {
    const { mayStep } = this
    if (mayStep === false || this.scenery.empty) return []
    const { neighbors } = this.graph.viewpoint(this.viewpointId)
    if (mayStep === true) return neighbors
    const allowed = mayStep(this.viewpointId)
    return neighbors.filter((neighbor) => allowed.includes(neighbor))
  }

  /** Where a person may step from now on. */
  set navigable(navigable: NonNullable<ViewerOptions['navigable']>) {
    this.mayStep = navigable
    this.markers.show(this.viewpointId, this.moving ? [] : this.steps)
    this.stage.invalidate()
    this.emit('stepschange', null)
  }

  /** Of a path that is shown, the viewpoint to step to next: onwards, or back to it for who has left it; null at its goal. */
  get nextOnPath(): string | null {
    return this.path.next
  }

  /** Whether the person stands beside a path that is shown. */
  get offPath(): boolean {
    return this.path.left
  }

  /**
   * Steps to any viewpoint of the scan; resolves on arrival, or when another step is asked for meanwhile. Rejects
   * when nothing of its picture can be loaded: the viewer then says so, and stays where it is.
   */
  async moveTo(viewpointId: string, { animate = true }: { animate?: boolean } = {}): Promise<void> {
    const onwards = animate && viewpointId === this.nextOnPath
    if (!onwards) this.path.stay()
    const arrived = await this.go(viewpointId, animate)
    if (arrived && onwards) this.path.faceNext()
  }

  /** Turns the camera. Radians. */
  lookAt(heading: number, elevation: number): void {
    this.path.stay()
    this.aim({ heading, elevation })
  }

  /** Turns the camera to where a path that is shown goes on, so that the next place is in the picture. */
  facePath(): void {
    this.path.face()
  }

  /** Tells that a person pointed into the picture. */
  pick(direction: Direction): void {
    this.emit('pick', { viewpointId: this.viewpointId, ...direction })
  }

  /** Shows exactly this camera, through any lens, also between two viewpoints. For replays. */
  setCamera(camera: Camera): void {
    this.cameraPosition.finish()
    this.path.stay()
    this.request += 1
    this.replayed = camera
    this.wanted = camera.viewpointId
    this.prefetch.aim(camera.viewpointId, camera)
    if (this.prefetch.ready) return this.cameraPosition.pose(camera)
    if (this.loading.hasFailed(camera.viewpointId)) return
    this.load(camera.viewpointId)
      .then(() => this.replayed === camera && this.cameraPosition.pose(camera))
      .catch(() => undefined)
  }

  /** Draws a path on the floor, or takes it away. */
  showPath(path: readonly string[] | null): void {
    this.path.follow(path, this.wanted)
    this.emit('pathchange', null)
  }

  /** Makes a layer over the picture, such as a `RegionLayer`: pages without one do not load it. */
  layer<Made>(make: (over: OverPicture) => Made): Made {
    const { scope, container, graph, stage, overlay } = this
    return make({ scope, container, graph, stage, overlay, view: () => this.view, aim: (direction) => this.aim(direction) })
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

  /** Resolves with whether it is there, or was asked for another step meanwhile. */
  private async go(viewpointId: string, animate: boolean): Promise<boolean> {
    this.wanted = viewpointId
    this.replayed = null
    this.prefetch.aim(viewpointId, null)
    const request = ++this.request
    await this.load(viewpointId)
    if (this.request !== request || this.scope.disposed) return false
    this.cameraPosition.finish()
    this.stage.setLens(null)
    const stays = this.scenery.empty || this.viewpointId === viewpointId
    if (!stays && animate && !reducedMotion()) await this.cameraPosition.travelTo(viewpointId)
    else this.cameraPosition.jumpTo(viewpointId)
    return this.request === request && !this.scope.disposed
  }

  private aim({ heading, elevation }: Direction): void {
    this.prefetch.aim(this.wanted, null) // Also where a recorded camera looked elsewhere.
    const level = Math.min(STEEPEST, Math.max(-STEEPEST, elevation))
    this.stage.camera.rotation.set(level, -heading, 0, 'YXZ')
    this.stage.invalidate()
  }

  private get direction(): Direction {
    this.stage.camera.updateMatrixWorld()
    return lookDirection(this.stage.camera.matrixWorld)
  }

  private get view(): View {
    return { viewpointId: this.viewpointId, ...this.direction }
  }

  private watch(): void {
    const { stage, panoramas } = this
    stage.on('drawn', () => {
      this.path.show(this.replayed || !this.cover.lifted ? null : stage.camera, stage.size)
      this.tellCamera()
    })
    stage.on('shown', ({ travelling }) => !travelling && this.prefetch.seeShown(!this.painter.unfinished))
    stage.on('turned', () => this.tellMoving())
    stage.on('removed', () => this.prefetch.rest())
    stage.on('placed', () => this.prefetch.resume())
    stage.on('lost', () => this.loading.interrupt())
    stage.on('restored', () => this.restore())
    panoramas.on('uploaded', (urls) => this.painter.refine(urls))
    panoramas.on('failed', () => stage.invalidate())
    this.painter.on('painted', (painted) => this.tellPicture(painted))
    this.watchCamera()
  }

  private watchCamera(): void {
    this.cameraPosition.on('departed', (toId) => {
      this.markers.show(toId, [])
      this.tellMoving()
      this.prefetch.plan()
    })
    this.cameraPosition.on('changed', () => {
      this.markers.show(this.viewpointId, this.steps)
      this.path.reach(this.viewpointId)
      this.prefetch.planSoon()
      this.emit('viewpointchange', this.view)
    })
    this.cameraPosition.on('arrived', (viewpointId) => {
      this.tellMoving()
      this.emit('moveend', { viewpointId })
    })
  }

  /** Makes the context, which takes its time, while the first pictures are on their way. */
  private begin(): void {
    try {
      this.painter.prepare()
    } catch (error) {
      this.scope.dispose()
      throw error
    }
  }

  private restore(): void {
    this.loading.resume()
    this.painter.restore()
    this.prefetch.plan()
  }

  private tellPicture({ sharp, blurred, failure }: Quality): void {
    this.container.toggleAttribute('data-sharp', sharp)
    if (failure) this.loading.fail(this.viewpointId, failure)
    if (!this.stage.moving) this.loading.tellBlurred(blurred)
    if (this.painter.unfinished) this.prefetch.seeShown(false)
  }

  private async open({ viewpointId, heading, elevation = 0 }: ViewerOptions): Promise<void> {
    this.aim({ heading, elevation })
    const opened = new Promise<void>((resolve) => {
      const off = this.on('moveend', () => {
        off()
        resolve()
      })
    })
    this.go(viewpointId, false).catch(() => undefined)
    return opened
  }

  /** Resolves when the picture of a viewpoint can be shown, if not sharply. */
  private load(viewpointId: string): Promise<void> {
    return this.loading.watch(viewpointId, this.prefetch.drawable())
  }

  /** A step that is asked for while the camera moves is not taken, or goes elsewhere. */
  private tellMoving(): void {
    this.container.toggleAttribute('data-moving', this.moving || this.stage.moving)
  }

  private tellCamera(): void {
    const view = this.scenery.empty ? null : this.report.change()
    if (!view) return
    this.prefetch.planSoon()
    this.emit('camerachange', view)
  }
}
