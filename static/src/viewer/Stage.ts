import { LinearSRGBColorSpace, type Matrix4, type Object3D, PerspectiveCamera, Scene, WebGLRenderer } from 'three'

import { degrees, radians } from '../graph/angles'
import { Emitter } from '../lifecycle/Emitter'
import { Scope } from '../lifecycle/Scope'
import type { Panorama } from './Panorama'
import { WebGLError } from './WebGLError'
import { fitLens, verticalFieldOfView } from './lens'

interface StageEvents {
  /** A frame is about to be drawn. */
  frame: number
  drawn: null
  lost: null
  restored: null
}

const NARROWEST_VIEW = radians(25)
const WIDEST_VIEW = radians(100)
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i

/** The canvas, its renderer and its camera. Draws a frame when something asks for one, and never otherwise. */
export class Stage extends Emitter<StageEvents> {
  readonly canvas: HTMLCanvasElement
  readonly camera = new PerspectiveCamera(75, 1, 0.1, 2000)
  private readonly scene = new Scene()
  private readonly renderer: WebGLRenderer
  private readonly scope: Scope
  private readonly largestPixelRatio: number
  private lens: Matrix4 | null = null
  private cancelFrame: (() => void) | null = null

  constructor(
    parent: Scope,
    private readonly container: HTMLElement,
    private fieldOfView: number,
  ) {
    super()
    this.scope = new Scope(parent)
    this.renderer = createRenderer()
    this.canvas = this.renderer.domElement
    this.largestPixelRatio = isSoftware(this.renderer) ? 1 : 2
    container.append(this.canvas)
    this.watch()
    this.scope.add(() => this.free())
  }

  get size(): { width: number; height: number } {
    return { width: Math.max(1, this.container.clientWidth), height: Math.max(1, this.container.clientHeight) }
  }

  add(object: Object3D): void {
    this.scene.add(object)
  }

  /** Asks for a frame. */
  invalidate(): void {
    this.cancelFrame ??= this.scope.frame((time) => {
      this.cancelFrame = null
      this.draw(time)
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

  /** Copies a panorama to the GPU, one image a frame so that no frame is late. */
  readonly upload = async (panorama: Panorama): Promise<void> => {
    for (const texture of panorama.textures) {
      await this.nextFrame()
      if (!this.scope.disposed) this.renderer.initTexture(texture)
    }
  }

  /** Or a moment later, as a hidden page has no frames. */
  private nextFrame(): Promise<void> {
    return new Promise((resolve) => {
      this.scope.timeout(0.1, resolve)
      this.scope.frame(() => resolve())
    })
  }

  private draw(time: number): void {
    this.emit('frame', time)
    this.renderer.render(this.scene, this.camera)
    this.emit('drawn', null)
  }

  private watch(): void {
    const observer = new ResizeObserver(() => this.resize())
    observer.observe(this.container)
    this.scope.add(() => observer.disconnect())
    this.scope.listen(window, 'resize', () => this.resize())
    this.scope.listen(this.canvas, 'webglcontextlost', () => this.emit('lost', null))
    this.scope.listen(this.canvas, 'webglcontextrestored', () => this.emit('restored', null))
    this.fit()
  }

  /** Draws at once: a resized canvas is empty. */
  private resize(): void {
    this.fit()
    this.draw(performance.now() / 1000)
  }

  private fit(): void {
    const { width, height } = this.size
    this.renderer.setPixelRatio(Math.min(this.largestPixelRatio, devicePixelRatio))
    this.renderer.setSize(width, height, false)
    this.camera.aspect = width / height
    this.camera.fov = degrees(verticalFieldOfView(this.fieldOfView, this.camera.aspect))
    this.camera.updateProjectionMatrix()
    if (this.lens) this.camera.projectionMatrix.copy(fitLens(this.lens, this.camera.aspect))
    this.camera.projectionMatrixInverse.copy(this.camera.projectionMatrix).invert()
    this.invalidate()
  }

  private free(): void {
    this.removeHandlers()
    this.renderer.dispose()
    this.renderer.forceContextLoss()
    this.canvas.remove()
  }
}

/** Neither multisampling nor a depth buffer, nor colour conversion: each costs time in every pixel. */
function createRenderer(): WebGLRenderer {
  try {
    const renderer = new WebGLRenderer({ antialias: false, alpha: false, depth: false, stencil: false })
    renderer.outputColorSpace = LinearSRGBColorSpace
    return renderer
  } catch (cause) {
    throw new WebGLError(cause)
  }
}

function isSoftware(renderer: WebGLRenderer): boolean {
  const context = renderer.getContext()
  const info = context.getExtension('WEBGL_debug_renderer_info')
  return info !== null && SOFTWARE.test(String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)))
}
