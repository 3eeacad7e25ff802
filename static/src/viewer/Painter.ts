import type { ScanGraph } from '../graph/ScanGraph'
import { Emitter } from '../kit/lifecycle/Emitter'
import type { Scope } from '../kit/lifecycle/Scope'
import type { Cover } from './Cover'
import { panoramaPlacement } from './geometry/camera'
import { type Markers, markerShader } from './markers/Markers'
import type { Overlay } from './overlay/Overlay'
import { PATH_SHADERS } from './path/shaders'
import type { Quality, Scenery } from './picture/Scenery'
import type { Stage } from './Stage'

/** Seconds between two drawings of a picture that becomes sharper. */
const REFINE = 0.25

interface PainterEvents {
  /** A frame shows the picture with this quality. */
  painted: Quality
}

interface PainterParts {
  graph: ScanGraph
  stage: Stage
  scenery: Scenery
  overlay: Overlay
  markers: Markers
  cover: Cover
}

/** Paints a frame: the poster at first, then the picture with path and markers over it; anew as it becomes sharper. */
export class Painter extends Emitter<PainterEvents> {
  private cancelRefining: (() => void) | null = null
  private rehearsed = false

  constructor(
    private readonly scope: Scope,
    private readonly parts: PainterParts,
    /** Where the viewer opens: the poster shows what is seen there. */
    private readonly firstId: string,
  ) {
    super()
    parts.stage.on('draw', () => this.paint())
    scope.add(() => this.removeHandlers())
  }

  /** Makes the context and the shaders, which takes its time. Throws a `WebGLError` where the browser cannot draw. */
  prepare(): void {
    const { stage, scenery, overlay } = this.parts
    stage.prepare()
    scenery.prepare()
    overlay.prepare([markerShader, ...PATH_SHADERS])
  }

  /** Copies everything to a new context. */
  restore(): void {
    this.parts.scenery.restore()
    this.parts.overlay.restore()
    this.parts.stage.invalidate()
  }

  /** Whether the picture may still become sharper by itself. */
  get unfinished(): boolean {
    const { scenery, stage } = this.parts
    return scenery.pending(stage.camera, stage.pixelsPerRadian)
  }

  /** Paints at once what new images complete; on the way there only now and then, as a frame takes time that they need. */
  refine(urls: readonly string[]): void {
    const { scenery, stage, cover } = this.parts
    if (!cover.lifted) return stage.invalidate()
    const gain = scenery.gain(urls)
    if (gain === 'completion' || (gain === 'something' && stage.moving)) stage.invalidate()
    else if (gain === 'something') this.cancelRefining ??= this.scope.timeout(REFINE, () => stage.invalidate())
  }

  private paint(): void {
    const { graph, stage, scenery, overlay, markers, cover } = this.parts
    this.cancelRefining?.()
    this.cancelRefining = null
    overlay.set('markers', markers.layers)
    if (this.veiled) {
      if (!this.rehearsed) this.rehearse()
      return cover.show(panoramaPlacement(graph.viewpoint(this.firstId)))
    }
    cover.lift()
    const painted = scenery.draw(stage.camera, stage.pixelsPerRadian)
    overlay.draw(stage.camera)
    this.emit('painted', painted)
  }

  /** While pictures are on their way: into a single pixel of a canvas that is not shown yet. */
  private rehearse(): void {
    const { stage, scenery, overlay } = this.parts
    this.rehearsed = true
    stage.gl.viewport(0, 0, 1, 1)
    scenery.rehearse()
    overlay.draw(stage.camera)
  }

  /** Whether there is nothing better to show than a poster, or nothing at all. */
  private get veiled(): boolean {
    const { scenery, cover } = this.parts
    if (cover.lifted || scenery.empty) return !cover.lifted
    cover.wait()
    return scenery.shows(this.firstId) && cover.covers && this.unfinished
  }
}
