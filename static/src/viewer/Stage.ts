import { Matrix4, PerspectiveCamera } from 'three'

import { degrees, radians } from '../graph/angles'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import { fitLens, verticalFieldOfView } from './geometry/camera'
import { type CreateContext, createContext, isSoftware, type Screen } from './gl/context'
import { Fence } from './gl/Fence'
import { Sharpness } from './Sharpness'
import type { DrawnFrame } from './types'

interface StageEvents {
  /** A frame begins at this time (seconds); animations advance now. */
  frame: number
  /** Draw now. */
  draw: null
  drawn: null
  /** The GPU has finished drawing it. */
  shown: { travelling: boolean }
  /** It has been taken from the page, so nobody sees it. */
  removed: null
  /** It is on the page. */
  placed: null
  /** The camera began to turn, or came to rest. */
  turned: null
  lost: null
  /** The context is back, and empty. */
  restored: null
}

const NARROWEST_VIEW = radians(25)
const WIDEST_VIEW = radians(100)
/** Initial share of the resolution while the camera moves and there is no GPU. */
const SOFTWARE_SHARPNESS = 0.6
const LARGEST_PIXEL_RATIO = 2
/** A camera that rests this long (seconds) is still. */
const STILL_AFTER_SECONDS = 0.12
/** A camera that was last moved longer ago (seconds) jumps rather than moves: it is drawn finely at once. */
const JUMP = 0.5

/** The canvas, its context and its camera. Draws a frame when something asks for one, and never otherwise. */
export class Stage extends Emitter<StageEvents> implements Screen {
  readonly canvas = document.createElement('canvas')
  readonly camera = new PerspectiveCamera(75, 1, 0.1, 2000)
  private readonly scope: Scope
  private made: { gl: WebGL2RenderingContext; fence: Fence; sharpness: Sharpness; largestPixelRatio: number } | null = null
  private lens: Matrix4 | null = null
  private cancelFrame: (() => void) | null = null
  private cancelStill: (() => void) | null = null
  private drawnCamera = new Matrix4()
  private lastMoved = Number.NEGATIVE_INFINITY
  private travels = false
  private turns = false
  private slow = false
  private travelled = false
  private onPage: boolean

  constructor(
    parent: Scope,
    private readonly container: HTMLElement,
    private fieldOfView: number,
    /** Whether the picture is not sharp yet: then it may be drawn coarsely, to be there sooner. */
    private readonly unfinished: () => boolean,
    private readonly contextOf: CreateContext = createContext,
  ) {
    super()
    this.scope = new Scope(parent)
    this.onPage = container.isConnected
    this.watch()
    this.scope.add(() => this.free())
  }

  get gl(): WebGL2RenderingContext {
    return this.make().gl
  }

  /** Makes the context. Throws a `WebGLError` where the browser cannot draw. */
  prepare(): void {
    this.make()
  }

  /** Shows the canvas, below whatever lies over the picture. An empty one beside a poster would cost frames of its own. */
  show(): void {
    this.container.prepend(this.canvas)
  }

  /** CSS pixels; those of the window while the container is not in the document. */
  get size(): { width: number; height: number } {
    const { clientWidth, clientHeight, isConnected } = this.container
    if (!isConnected) return { width: innerWidth, height: innerHeight }
    return { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) }
  }

  /** Radians from the top to the bottom of the picture; right at once where the element was resized or put into the page just now. */
  get verticalView(): number {
    const { width, height } = this.size
    return verticalFieldOfView(this.fieldOfView, width / height)
  }

  /** Whether the camera is on its way, turns by itself, or was turned just now. */
  get moving(): boolean {
    return this.travels || this.turns || this.cancelStill !== null
  }

  /** Whether the camera is on its way to another place. */
  get travelling(): boolean {
    return this.travels
  }

  /** The camera begins to turn by itself, or has ended that. */
  turn(turns: boolean): void {
    this.turns = turns
    this.emit('turned', null)
  }

  /** The camera begins to move by itself. */
  depart(): void {
    this.travels = true
    this.slow = false
  }

  /** The rest of the way is too short to be seen: frames may be fine from now on. */
  slowDown(): void {
    this.slow = true
  }

  /** The camera has come to rest; the next frame is drawn at full resolution. */
  arrive(): void {
    this.travels = false
    this.slow = false
    this.cancelStill?.()
    this.cancelStill = null
    this.lastMoved = Number.NEGATIVE_INFINITY
    this.emit('turned', null)
    this.invalidate()
  }

  /** Pixels of the screen for a radian in the picture's centre, when it is still. */
  get pixelsPerRadian(): number {
    return (this.camera.projectionMatrix.elements[5] * this.size.height * this.pixelRatio) / 2
  }

  /** The frame that was drawn just now; a coarse one fills the lower left corner. */
  get frame(): DrawnFrame {
    const [, , width = 1, height = 1] = this.gl.getParameter(this.gl.VIEWPORT) as Int32Array
    return { canvas: this.canvas, top: this.canvas.height - height, width, height }
  }

  /** Asks for a frame. */
  invalidate(): void {
    this.cancelFrame ??= this.scope.frame((time) => {
      this.cancelFrame = null
      // A frame that waits behind the last one would only show the camera later.
      if (this.moving && this.made?.fence.pending) this.invalidate()
      else this.draw(time)
    })
  }

  /** Shows through a recorded lens, or through the viewer's own. */
  setLens(lens: Matrix4 | null): void {
    this.lens = lens
    this.fit()
  }

  /** Narrows (factor below 1) or widens the viewer's own lens. */
  zoom(factor: number): void {
    this.fieldOfView = Math.min(WIDEST_VIEW, Math.max(NARROWEST_VIEW, this.fieldOfView * factor))
    this.setLens(null)
  }

  private get pixelRatio(): number {
    return devicePixelRatio > 1 ? Math.min(this.make().largestPixelRatio, devicePixelRatio) : devicePixelRatio
  }

  private make(): NonNullable<Stage['made']> {
    if (this.made) return this.made
    const gl = this.contextOf(this.canvas)
    const software = isSoftware(gl)
    const fence = new Fence(this.scope, gl, () => this.emit('shown', { travelling: this.travelled }))
    const sharpness = new Sharpness(software ? SOFTWARE_SHARPNESS : 1)
    return (this.made = { gl, fence, sharpness, largestPixelRatio: software ? 1 : LARGEST_PIXEL_RATIO })
  }

  private draw(time: number): void {
    const { gl, fence } = this.make()
    if (gl.isContextLost()) return
    fence.look()
    this.emit('frame', time)
    this.camera.updateMatrixWorld()
    this.noticeMovement(time)
    this.fitCanvas(this.share)
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
    this.emit('draw', null)
    this.travelled = this.travels
    fence.set()
    this.emit('drawn', null)
  }

  /** How finely to draw, as a share of the still picture. */
  private get share(): number {
    const { sharpness } = this.make()
    const coarse = (this.moving && !this.slow) || this.unfinished()
    if (!coarse) return 1
    return this.travels ? sharpness.whileTravelling : sharpness.whileMoving
  }

  /** A moving camera is drawn coarsely if need be; when it comes to rest, finely. */
  private noticeMovement(time: number): void {
    const seen = this.camera.matrixWorld
    if (this.drawnCamera.equals(seen)) return
    this.drawnCamera.copy(seen)
    this.make().sharpness.drawn(time)
    const jumped = time - this.lastMoved > JUMP
    this.lastMoved = time
    if (jumped || this.travels) return
    this.cancelStill?.()
    this.cancelStill = this.scope.timeout(STILL_AFTER_SECONDS, () => {
      this.cancelStill = null
      this.emit('turned', null)
      this.invalidate()
    })
    this.emit('turned', null)
  }

  private watch(): void {
    const observer = new ResizeObserver(() => this.resize())
    observer.observe(this.container)
    this.scope.add(() => observer.disconnect())
    this.scope.listen(window, 'resize', () => this.resize())
    this.scope.listen(this.canvas, 'webglcontextlost', (event) => {
      event.preventDefault()
      this.emit('lost', null)
    })
    this.scope.listen(this.canvas, 'webglcontextrestored', () => {
      this.made?.fence.forget()
      this.emit('restored', null)
    })
    this.watchPixelRatio()
    this.fit()
  }

  /** Moving a window to another screen does not resize it, so the pixel ratio is watched too. */
  private watchPixelRatio(): void {
    const same = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    const changed = () => {
      this.resize()
      this.watchPixelRatio()
    }
    this.scope.listen(same, 'change', changed, { once: true })
  }

  /** Draws at once: a resized canvas is empty. */
  private resize(): void {
    this.noticePlace()
    this.fit()
    this.draw(performance.now() / 1000)
  }

  private noticePlace(): void {
    const { isConnected } = this.container
    if (isConnected === this.onPage) return
    this.onPage = isConnected
    this.emit(isConnected ? 'placed' : 'removed', null)
  }

  private fit(): void {
    const { width, height } = this.size
    this.camera.aspect = width / height
    this.camera.fov = degrees(verticalFieldOfView(this.fieldOfView, this.camera.aspect))
    this.camera.updateProjectionMatrix()
    if (this.lens) this.camera.projectionMatrix.copy(fitLens(this.lens, this.camera.aspect))
    this.camera.projectionMatrixInverse.copy(this.camera.projectionMatrix).invert()
    this.invalidate()
  }

  /** A coarse frame fills a corner of the canvas, which is then shown larger: giving the canvas another size takes long. */
  private fitCanvas(share: number): void {
    const { canvas, gl } = this
    const sides = [this.size.width, this.size.height].map((side) => Math.round(side * this.pixelRatio))
    const [width = 1, height = 1] = sides
    if (width !== canvas.width) canvas.width = width
    if (height !== canvas.height) canvas.height = height
    const [drawnWidth, drawnHeight] = [Math.round(width * share), Math.round(height * share)]
    gl.viewport(0, 0, drawnWidth, drawnHeight)
    canvas.style.transform = share === 1 ? '' : `scale(${width / drawnWidth}, ${height / drawnHeight})`
  }

  private free(): void {
    this.removeHandlers()
    this.made?.gl.getExtension('WEBGL_lose_context')?.loseContext()
    this.canvas.remove()
  }
}
