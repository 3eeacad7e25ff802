import type { Camera } from 'three'

import type { FloorPlan, ScanView } from '../api/types'
import { type Direction, directionOf } from '../graph/angles'
import { describeExit, exitsFrom } from '../graph/exits'
import type { ScanGraph } from '../graph/ScanGraph'
import type { Scope } from '../kit/lifecycle/Scope'
import { elevationToSee, toThree } from './geometry/camera'
import type { Stage } from './Stage'
import { Turn } from './Turn'
import type { View } from './types'
import type { Overlay } from './overlay/Overlay'
import { OffPathNotice } from './path/OffPathNotice'
import { PathHint } from './path/PathHint'
import { pathLayers } from './path/pathLayers'
import { ShownPath } from './path/ShownPath'
import { wantsTurns } from './path/turnPreference'

/** The camera must rest so long before the way back is said anew. */
const REST_SECONDS = 0.8

interface PathAidParts {
  container: HTMLElement
  scan: ScanView
  graph: ScanGraph
  plan: FloorPlan | null
  stage: Stage
  overlay: Overlay
  view: () => View
  /** Turns the camera. */
  aim: (direction: Direction) => void
  step: (viewpointId: string) => void
  /** Whether the person is turning the camera. */
  busy: () => boolean
}

/** Draws the path that is shown and helps a person along it: turns the camera to where it goes on, points there, and says the way back. */
export class PathAid {
  private readonly path: ShownPath
  private readonly hint: PathHint
  private readonly notice: OffPathNotice
  private turn: Turn | null = null
  private shown = false
  private cancelRest: (() => void) | null = null

  constructor(
    private readonly scope: Scope,
    private readonly parts: PathAidParts,
  ) {
    const { container, graph, plan, step } = parts
    this.path = new ShownPath(graph, plan)
    this.hint = new PathHint(scope, container, () => this.face())
    this.notice = new OffPathNotice(scope, container, () => this.next !== null && step(this.next))
  }

  /** The viewpoint to step to next: along the path, or back to it; null at its goal and without a path. */
  get next(): string | null {
    return this.path.next
  }

  /** Whether the person has left the path. */
  get left(): boolean {
    return this.path.left
  }

  follow(path: readonly string[] | null, viewpointId: string): void {
    this.path.follow(path, viewpointId)
    this.draw()
    this.sayWayBack()
  }

  reach(viewpointId: string): void {
    this.path.reach(viewpointId)
    this.draw()
    this.sayWayBack()
  }

  /** What this camera shows is drawn; null for a replay's camera, beside which nothing is said. */
  show(camera: Camera | null, size: { width: number; height: number }): void {
    const { graph } = this.parts
    const appears = (camera !== null) !== this.shown
    this.shown = camera !== null
    this.hint.show(this.next === null || this.left ? null : toThree(graph.floor(this.next)), camera, size)
    if (appears) this.sayWayBack()
    if (!this.left) return
    this.cancelRest?.()
    this.cancelRest = this.scope.timeout(REST_SECONDS, () => this.sayWayBack())
  }

  /** Turns the camera to where the path goes on, with the next place in the picture. */
  face(): void {
    const { stage, view, aim } = this.parts
    const ahead = this.ahead()
    this.stay()
    if (ahead) this.turn = new Turn(this.scope, stage, view(), ahead, aim)
  }

  /** After a step along the path: turns to the next stretch, if the person wants this and does nothing else. */
  faceNext(): void {
    if (wantsTurns() && !this.parts.busy()) this.face()
  }

  /** Ends a turn where it is. */
  stay(): void {
    this.turn?.stop()
    this.turn = null
  }

  private draw(): void {
    const { overlay, stage } = this.parts
    overlay.set('path', pathLayers(this.path.floor.map(toThree), this.path.sight))
    stage.invalidate()
  }

  private ahead(): Direction | null {
    const { graph, stage, view } = this.parts
    if (this.next === null) return null
    const { viewpointId, elevation } = view()
    const [here, there] = [graph.viewpoint(viewpointId).position, graph.floor(this.next)]
    const place = directionOf(there[0] - here[0], there[1] - here[1], there[2] - here[2])
    return { heading: place.heading, elevation: elevationToSee(place.elevation, elevation, stage.verticalView) }
  }

  private sayWayBack(): void {
    const { graph, scan, view } = this.parts
    const [exit] = this.shown && this.left && this.next !== null ? exitsFrom(graph, scan, view(), [this.next]) : []
    this.notice.show(exit ? describeExit(exit) : null)
  }
}
