import type { EditClient, Sight } from '../../api/EditClient'
import type { ScanView } from '../../api/types'
import { type Direction, directionOf } from '../../graph/angles'
import { html, svg } from '../../kit/dom/html'
import { Emitter } from '../../kit/lifecycle/Emitter'
import type { Scope } from '../../kit/lifecycle/Scope'
import { drawInto } from '../../kit/view/drawing'
import { Viewer } from '../../viewer/Viewer'
import { LEVEL, type Matrix, onScreen, type Shown, sightOf, type Vector } from './frames'

/** Something that is drawn over a picture. */
export interface Mark {
  /** Where it is in what is shown, of any length. */
  readonly way: Vector
  readonly look: 'other' | 'neighbour' | 'point'
  readonly label: string
}

const SPACING = 10

/** One of the two panoramas: a point of it can be picked, and places of others are marked on it. */
export class Pane extends Emitter<{ pick: Sight; camera: null }> {
  readonly element = html('div', { class: 'edit-picture' })
  private container = html('div', { class: 'viewer' })
  private readonly overlay = svg('svg', { class: 'edit-marks', 'aria-hidden': 'true' })
  private readonly showMarks = drawInto(this.overlay)
  private viewer: Viewer | null = null
  private leans = new Map<string, Matrix>()
  private versions = new Map<string, number>()
  private shown: Shown | null = null
  private marks: readonly Mark[] = []

  constructor(
    scope: Scope,
    private readonly client: EditClient,
    private readonly ids: readonly string[],
    private readonly name: string,
  ) {
    super()
    this.element.append(this.container, this.overlay)
    scope.add(() => this.viewer?.dispose())
  }

  /** Shows a picture; where it was shown before, the camera goes on looking at the same part of it. */
  show(shown: Shown, version: number, look: Direction | null = null): void {
    const before = this.shown
    this.shown = shown
    const known = this.leans.get(shown.viewpointId) ?? LEVEL
    const changed = (this.versions.get(shown.viewpointId) ?? 0) !== version
    this.versions.set(shown.viewpointId, version)
    if (!this.viewer || changed || String(known) !== String(shown.lean)) this.begin(shown, look)
    else if (before?.viewpointId !== shown.viewpointId) void this.viewer.moveTo(shown.viewpointId, { animate: false }).catch(() => undefined)
    if (look) this.viewer?.lookAt(look.heading, look.elevation)
    this.draw()
  }

  /** Turns the camera towards something. */
  lookAlong(way: Vector): void {
    const { heading, elevation } = directionOf(...way)
    this.viewer?.lookAt(heading, Math.max(-0.6, Math.min(0.3, elevation)))
  }

  mark(marks: readonly Mark[]): void {
    this.marks = marks
    this.draw()
  }

  /** Picks what is in the middle, for who uses keys. */
  pickCentre(): void {
    if (this.viewer && this.shown) this.pick({ heading: this.viewer.heading, elevation: this.viewer.elevation })
  }

  /** Where the camera looks, in what is shown. */
  get look(): Direction {
    return { heading: this.viewer?.heading ?? 0, elevation: this.viewer?.elevation ?? 0 }
  }

  get hasFocus(): boolean {
    return this.element.contains(document.activeElement)
  }

  private pick(direction: Direction): void {
    if (this.shown) this.emit('pick', sightOf(this.shown, direction))
  }

  /** A viewer knows the pictures as they lean and as they are, so another lean or picture needs another one. */
  private begin({ viewpointId, lean }: Shown, look: Direction | null): void {
    const { heading, elevation } = look ?? this.look
    this.leans.set(viewpointId, lean)
    this.viewer?.dispose()
    const fresh = html('div', { class: 'viewer' })
    this.container.replaceWith(fresh)
    this.container = fresh
    const viewer = new Viewer(fresh, this.scan(), { viewpointId, heading, elevation, loadImage: this.client.picture, navigable: false })
    fresh.dataset.testid = this.name
    viewer.on('pick', (direction) => this.pick(direction))
    viewer.on('camerachange', () => {
      this.draw()
      this.emit('camera', null)
    })
    this.viewer = viewer
  }

  /** Every picture on its own, so that nothing leads from one to another. */
  private scan(): ScanView {
    const viewpoints = this.ids.map((id, index): ScanView['viewpoints'][number] => ({
      viewpoint_id: id,
      position: [index * SPACING, 0, 0],
      orientation: (this.leans.get(id) ?? LEVEL) as ScanView['viewpoints'][number]['orientation'],
      height: null,
      neighbors: [],
      images: { equirectangular: this.client.pictureAddress(id, this.versions.get(id) ?? 0) },
      tiles: null,
      relief: null,
    }))
    return { scan_id: this.name, projection: 'equirectangular', floor_plan: null, viewpoints }
  }

  private draw(): void {
    const { clientWidth: width, clientHeight: height } = this.container
    const camera = this.viewer?.snapshot()
    const size = { width, height }
    this.showMarks(camera && this.marks.map((mark) => <Drawn key={`${mark.look} ${mark.label}`} mark={mark} at={onScreen(mark.way, camera, size)} />))
  }
}

function Drawn({ mark: { look, label }, at }: { readonly mark: Mark; readonly at: { readonly x: number; readonly y: number } | null }) {
  if (!at) return null
  const isOther = look === 'other'
  return (
    <g class={`edit-mark edit-mark-${look}`} transform={`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`}>
      {look === 'point' ? <path d="M-9 0h18M0-9v18" /> : <ellipse rx={isOther ? 22 : 9} ry={isOther ? 9 : 4} />}
      {label && <text y={isOther ? -16 : -9}>{label}</text>}
    </g>
  )
}
