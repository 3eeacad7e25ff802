import { angleBetween, type Direction, radians } from '../graph/angles'
import type { ScanGraph } from '../graph/ScanGraph'
import { keyChanges } from '../kit/keys/bindings'
import { keyWords } from '../kit/keys/showKeys'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { Controls } from './Controls'
import { ExitList } from './ExitList'
import { anglePerPixel, directionAt, dragged } from './geometry/camera'
import type { Markers } from './markers/Markers'
import { KeptNotice } from './path/KeptNotice'
import type { Stage } from './Stage'
import type { Viewer } from './Viewer'

const WIDEST_STEP_ANGLE = radians(60)
/** Who points higher than this looks at a wall or the ceiling, and does not mean to go there. */
const HIGHEST_STEP = radians(10)
/** Seconds within which a second click is a step instead of pointing at something. */
const SECOND_CLICK = 0.35
/** Seconds until the marker under the pointer brightens: a person who clicks at once should not wait for that frame. */
const BRIGHTEN = 0.06

interface InteractionParts {
  viewer: Viewer
  graph: ScanGraph
  stage: Stage
  markers: Markers
  /** What a person is told who tries to step where they may not. */
  whyNotElsewhere: string | null
}

/** Joins the controls with the viewer: dragging turns the camera, markers and directions are stepped to. */
export class Interaction {
  private readonly container: HTMLElement
  private readonly controls: Controls
  private readonly kept: KeptNotice
  private pointed: string | null = null
  private cancelPick: (() => void) | null = null
  private cancelHighlight: (() => void) | null = null

  constructor(
    private readonly scope: Scope,
    private readonly parts: InteractionParts,
  ) {
    this.container = parts.viewer.container
    this.describe()
    this.controls = new Controls(scope, this.container)
    this.kept = new KeptNotice(scope, this.container)
    this.connect(this.controls)
    parts.viewer.on('camerachange', () => this.highlight())
    const { viewer, graph, stage } = parts
    new ExitList(scope, viewer, graph, stage, { step: (id) => this.step(id), focus: (id) => this.point(id) })
    scope.listen(this.container, 'focus', () => this.highlight())
    scope.listen(this.container, 'blur', () => this.highlight())
  }

  /** Whether the person is turning the camera. */
  get busy(): boolean {
    return this.controls.busy
  }

  /** Steps there, unless a step is under way. */
  step(viewpointId: string | null): void {
    const { viewer } = this.parts
    if (viewpointId === null || viewer.moving) return
    this.cancelPick?.()
    this.pointed = null
    this.kept.hide()
    viewer.moveTo(viewpointId).catch(() => undefined)
  }

  private describe(): void {
    this.container.tabIndex = 0
    this.container.setAttribute('role', 'application')
    this.describeKeys()
    this.scope.add(keyChanges.on('change', () => this.describeKeys()))
    this.container.dataset.testid = 'viewer'
  }

  private describeKeys(): void {
    const look = (['lookLeft', 'lookRight', 'lookUp', 'lookDown'] as const).map(keyWords).join(' ')
    const keys = { look, step: keyWords('step'), zoomIn: keyWords('zoomIn'), zoomOut: keyWords('zoomOut') }
    this.container.setAttribute('aria-label', t('viewer.label', keys))
  }

  private connect(controls: Controls): void {
    const { viewer, stage } = this.parts
    controls.on('drag', ({ x, y }) => this.drag(x, y))
    controls.on('turn', ({ heading, elevation }) => viewer.lookAt(viewer.heading + heading, viewer.elevation + elevation))
    controls.on('zoom', (factor) => stage.zoom(factor))
    controls.on('hover', (place) => this.point(place && this.markerAt(place.x, place.y)))
    controls.on('click', ({ x, y }) => this.click(x, y))
    controls.on('doubleclick', ({ x, y }) => this.step(this.markerAt(x, y) ?? this.exitsTowards(this.directionAt(x, y))[0] ?? null))
    controls.on('ahead', () => this.step(this.ahead()))
  }

  private click(x: number, y: number): void {
    const { viewer } = this.parts
    const [marker, direction] = [this.markerAt(x, y), this.directionAt(x, y)]
    this.cancelPick?.()
    if (marker !== null) return this.step(marker)
    this.explain(direction)
    if (!viewer.moving) this.cancelPick = this.scope.timeout(SECOND_CLICK, () => viewer.pick(direction))
  }

  /** Says why there is no step towards a place on the floor, or a doorway, where others may go. */
  private explain(direction: Direction): void {
    const { viewer, graph, whyNotElsewhere } = this.parts
    if (whyNotElsewhere === null || viewer.moving || direction.elevation > HIGHEST_STEP) return
    const leadsThere = this.towards(direction, graph.viewpoint(viewer.viewpointId).neighbors).length > 0
    if (leadsThere && this.exitsTowards(direction).length === 0) this.kept.show(whyNotElsewhere)
  }

  private drag(x: number, y: number): void {
    const { viewer, stage } = this.parts
    const { heading, elevation } = dragged(viewer, x, y, anglePerPixel(stage.camera.projectionMatrix, stage.size.height))
    viewer.lookAt(heading, elevation)
  }

  private point(viewpointId: string | null): void {
    this.pointed = viewpointId
    this.container.toggleAttribute('data-pointing', viewpointId !== null)
    this.cancelHighlight ??= this.scope.timeout(BRIGHTEN, () => this.highlight())
  }

  /** Brightens the marker under the pointer; for those who use keys, the one that Enter steps to. */
  private highlight(): void {
    this.cancelHighlight?.()
    this.cancelHighlight = null
    const { markers, stage } = this.parts
    const byKey = this.container.matches(':focus-visible') ? this.ahead() : null
    if (markers.highlight(this.pointed ?? byKey)) stage.invalidate()
  }

  private markerAt(x: number, y: number): string | null {
    const { markers, stage } = this.parts
    return markers.at(x, y, stage.camera, stage.size)
  }

  private directionAt(x: number, y: number): Direction {
    const { camera, size } = this.parts.stage
    return directionAt(x, y, camera, size)
  }

  /** Where a key steps to: along the path if it goes on ahead, or to the exit most nearly ahead; along the path, too, where no exit lies ahead. */
  private ahead(): string | null {
    const { viewer } = this.parts
    const exits = this.exitsTowards(viewer)
    const next = viewer.steps.find((id) => id === viewer.nextOnPath) ?? null
    return next !== null && (exits.includes(next) || exits.length === 0) ? next : (exits[0] ?? null)
  }

  /** The reachable viewpoints that lie in a direction, the nearest to it first. */
  private exitsTowards(direction: Direction): string[] {
    return this.towards(direction, this.parts.viewer.steps)
  }

  private towards(direction: Direction, viewpointIds: readonly string[]): string[] {
    const { viewer, graph } = this.parts
    const look = { heading: direction.heading, elevation: 0 }
    const exits = viewpointIds.map((id) => {
      const { heading } = graph.direction(viewer.viewpointId, id)
      return { id, angle: angleBetween(look, { heading, elevation: 0 }) }
    })
    const near = exits.filter(({ angle }) => angle < WIDEST_STEP_ANGLE)
    return near.sort((a, b) => a.angle - b.angle).map(({ id }) => id)
  }
}
