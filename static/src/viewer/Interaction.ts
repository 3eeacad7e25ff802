import { Vector3 } from 'three'

import { angleBetween, type Direction, directionOf, radians } from '../graph/angles'
import type { ScanGraph } from '../graph/ScanGraph'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { Controls } from './Controls'
import { ExitList } from './ExitList'
import { anglePerPixel } from './geometry/camera'
import type { Markers } from './markers/Markers'
import type { Stage } from './Stage'
import type { Viewer } from './Viewer'

const WIDEST_STEP_ANGLE = radians(60)
/** Seconds within which a second click is a step instead of pointing at something. */
const SECOND_CLICK = 0.35
/** Seconds until the marker under the pointer brightens: a person who clicks at once should not wait for that frame. */
const BRIGHTEN = 0.06
/** Turning fast near the poles would make people dizzy. */
const SLOWEST_LEVEL = 0.3

interface InteractionParts {
  viewer: Viewer
  graph: ScanGraph
  stage: Stage
  markers: Markers
}

/** Joins the controls with the viewer: dragging turns the camera, markers and directions are stepped to. */
export class Interaction {
  private readonly container: HTMLElement
  private pointed: string | null = null
  private cancelPick: (() => void) | null = null
  private cancelHighlight: (() => void) | null = null

  constructor(
    private readonly scope: Scope,
    private readonly parts: InteractionParts,
  ) {
    this.container = parts.viewer.container
    this.describe()
    this.connect(new Controls(scope, this.container))
    parts.viewer.on('camerachange', () => this.highlight())
    const { viewer, graph, stage } = parts
    new ExitList(scope, viewer, graph, stage, { step: (id) => this.step(id), focus: (id) => this.point(id) })
    scope.listen(this.container, 'focus', () => this.highlight())
    scope.listen(this.container, 'blur', () => this.highlight())
  }

  private describe(): void {
    this.container.tabIndex = 0
    this.container.setAttribute('role', 'application')
    this.container.setAttribute('aria-label', t('viewer.label'))
    this.container.dataset.testid = 'viewer'
  }

  private connect(controls: Controls): void {
    const { viewer, stage } = this.parts
    controls.on('drag', ({ x, y }) => this.drag(x, y))
    controls.on('turn', ({ heading, elevation }) => viewer.lookAt(viewer.heading + heading, viewer.elevation + elevation))
    controls.on('zoom', (factor) => stage.zoom(factor))
    controls.on('hover', (place) => this.point(place && this.markerAt(place.x, place.y)))
    controls.on('click', ({ x, y }) => this.click(x, y))
    controls.on('doubleclick', ({ x, y }) => this.step(this.markerAt(x, y) ?? this.nearest(this.directionAt(x, y))))
    controls.on('ahead', () => this.step(this.nearest(viewer)))
  }

  private click(x: number, y: number): void {
    const { viewer } = this.parts
    const [marker, direction] = [this.markerAt(x, y), this.directionAt(x, y)]
    this.cancelPick?.()
    if (marker !== null) this.step(marker)
    else if (!viewer.moving) this.cancelPick = this.scope.timeout(SECOND_CLICK, () => viewer.pick(direction))
  }

  private drag(x: number, y: number): void {
    const { viewer, stage } = this.parts
    const angle = anglePerPixel(stage.camera.projectionMatrix, stage.size.height)
    const level = Math.max(SLOWEST_LEVEL, Math.cos(viewer.elevation))
    viewer.lookAt(viewer.heading - (x * angle) / level, viewer.elevation + y * angle)
  }

  private step(viewpointId: string | null): void {
    const { viewer } = this.parts
    if (viewpointId === null || viewer.moving) return
    this.cancelPick?.()
    this.pointed = null
    viewer.moveTo(viewpointId).catch(() => undefined)
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
    const { viewer, markers, stage } = this.parts
    const byKey = this.container.matches(':focus-visible') ? this.nearest(viewer) : null
    if (markers.highlight(this.pointed ?? byKey)) stage.invalidate()
  }

  private markerAt(x: number, y: number): string | null {
    const { markers, stage } = this.parts
    return markers.at(x, y, stage.camera, stage.size)
  }

  private directionAt(x: number, y: number): Direction {
    const { camera, size } = this.parts.stage
    const point = new Vector3((2 * x) / size.width - 1, 1 - (2 * y) / size.height, 0.5).unproject(camera)
    const ray = point.sub(camera.position)
    return directionOf(ray.x, -ray.z, ray.y)
  }

  /** The reachable viewpoint nearest to a direction, if there is one in that direction. */
  private nearest(direction: Direction): string | null {
    const { viewer, graph } = this.parts
    const look = { heading: direction.heading, elevation: 0 }
    const options = viewer.steps.map((id) => {
      const { heading } = graph.direction(viewer.viewpointId, id)
      return { id, angle: angleBetween(look, { heading, elevation: 0 }) }
    })
    const best = options.sort((a, b) => a.angle - b.angle)[0]
    return best && best.angle < WIDEST_STEP_ANGLE ? best.id : null
  }
}
