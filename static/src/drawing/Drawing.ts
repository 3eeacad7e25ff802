import { type Direction, directionOf, radians } from '../graph/angles'
import { html } from '../kit/dom/html'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import type { Region } from '../regions/shapes'
import type { Vector } from '../regions/vectors'
import { anglePerPixel, dragged, toThree } from '../viewer/geometry/camera'
import type { OverPicture } from '../viewer/types'
import type { Viewer } from '../viewer/Viewer'
import { DrawingBar } from './DrawingBar'
import { listenToDrawing, listenToOpenShape, FINE, STEP } from './drawingKeys'
import { boxAround, resized } from './geometry/boxes'
import { canMove, moved, shifted } from './geometry/moves'
import { type Look, vectorOf } from './geometry/polygons'
import { cornersOf, type Place, Sight } from './geometry/Sight'
import { Handles } from './Handles'
import type { DrawnRegion } from './history/drawn'
import { type Line, Lines } from './Lines'
import { distance, Pointers } from './Pointers'
import { Sketch, type Told, type Tool } from './Sketch'
import { type Snap, Snapping } from './Snapping'
import { pulledBy, Stroke } from './Stroke'
import { pointsOf, shownLines } from './shownLines'
import { described, wordsOf } from './words'

export type { DrawnRegion } from './history/drawn'
export type { Snap } from './Snapping'

export interface DrawingOptions {
  /** What `kept` was, of a draft: everything, also what was undone, is there again. */
  readonly kept?: string | null
  /** What there is to begin with, such as a region that is foretold. */
  readonly first?: readonly DrawnRegion[]
  /** How many regions there may be; the next one takes the place of the selected one. */
  readonly most?: number
  /** Finds a better region for a drawn one: asked by key and button only, and only shown until a person takes it. */
  readonly snap?: Snap | null
  /** Seconds that `snap` may take. */
  readonly snapWithin?: number
  /** Characters that `kept` may have; the oldest changes are left out of it. */
  readonly keptWithin?: number
}

interface DrawingEvents {
  /** Something was drawn, changed or begun: time to store `kept`. */
  change: { readonly regions: readonly DrawnRegion[] }
}

/** The box that a key makes. */
const FIRST_BOX = radians(10)
/** Pixels from the first corner of a polygon within which a click closes it, and within which a press is no stroke. */
const CLOSING = 12
const SLOP = 5
/** Metres from a viewpoint within which its directions hold. */
const STANDS_WITHIN = 0.25
const SNAP_WITHIN = 5
/** A fifth of what a page's draft may have. */
const KEPT_WITHIN = 18_000
/** Seconds for which what was refused is shown. */
const REFUSED_SHOWN = 3

/** Boxes and polygons drawn on a viewer's picture, by pointer, fingers and keys. `bar` is placed by the page. */
export class Drawing extends Emitter<DrawingEvents> {
  private readonly scope: Scope
  private readonly over: OverPicture
  private readonly sketch: Sketch
  private readonly pane = html('div', { class: 'drawing', 'data-testid': 'drawing-pane' })
  private readonly lines = new Lines()
  private readonly pointers: Pointers
  private readonly handles: Handles
  private readonly panel: DrawingBar
  private readonly snapping: Snapping | null
  private stroke: Stroke | null = null
  private hovered: Place | null = null
  private refused: readonly Line[] = []
  private cancelRefused: (() => void) | null = null
  private cancelRedraw: (() => void) | null = null
  private openKeys: Scope | null = null

  constructor(
    parent: Scope,
    private readonly viewer: Viewer,
    private readonly options: DrawingOptions = {},
  ) {
    super()
    this.scope = new Scope(parent)
    this.over = viewer.layer((over) => over)
    this.sketch = new Sketch(options.kept ?? null, options.most ?? 1, options.first)
    this.snapping = options.snap ? new Snapping(this.scope, options.snap, options.snapWithin ?? SNAP_WITHIN) : null
    this.pane.append(this.lines.element)
    this.pointers = new Pointers(this.scope, this.pane)
    this.handles = new Handles(this.scope, this.pane)
    this.panel = new DrawingBar(this.scope, this.sketch, {
      ...this.changes,
      snap: options.snap ? () => this.snap() : null,
      take: () => this.take(),
      back: () => this.sketch.back(),
      drop: () => this.drop(),
      goThere: () => this.goTo(this.sketch.begun?.viewpointId ?? viewer.viewpointId),
      select: (index) => this.select(index),
    })
    this.enter()
  }

  /** The tools, what to do next, and what has happened. */
  get bar(): HTMLElement {
    return this.panel.element
  }

  get regions(): readonly DrawnRegion[] {
    return this.sketch.regions
  }

  /** Whether a shape is begun, or one that was found is not decided on. */
  get open(): boolean {
    return this.sketch.begun !== null || this.snapping?.preview != null
  }

  /** Everything, with all changes, for a draft. */
  get kept(): string {
    return this.sketch.kept(this.options.keptWithin ?? KEPT_WITHIN)
  }

  /** Ends it; what was drawn is in `regions`. */
  dispose(): void {
    this.scope.dispose()
  }

  private enter(): void {
    const { scope, viewer, over } = this
    // After the canvas and before all else, so that Tab leads from the picture to the handles.
    viewer.container.insertBefore(this.pane, viewer.container.querySelector('canvas')?.nextSibling ?? viewer.container.firstChild)
    scope.add(over.scope.add(() => scope.dispose())) // a viewer that ends takes it along
    scope.add(() => this.pane.remove())
    scope.add(() => this.removeHandlers())
    scope.add(over.stage.on('drawn', () => this.draw()))
    scope.add(viewer.on('viewpointchange', () => this.show()))
    this.listen()
    this.show()
  }

  private listen(): void {
    const { scope, sketch, pointers, handles, snapping } = this
    sketch.on('change', () => {
      snapping?.leave()
      this.show()
      this.emit('change', { regions: this.regions })
    })
    sketch.on('told', (told) => this.tell(told))
    snapping?.on('change', () => this.show())
    snapping?.on('found', (shape) => this.panel.say(t('drawing.told.found', { shape: described(shape) })))
    snapping?.on('failed', (why) => this.panel.say(t(`drawing.told.${why}`, { count: snapping.deadline }), { refused: true }))
    pointers.on('press', ({ place, grip }) => this.press(place, grip))
    pointers.on('move', (place) => this.stroke?.follow(place))
    pointers.on('release', (place) => this.release(place))
    pointers.on('cancel', () => this.endStroke())
    pointers.on('hover', (place) => this.hover(place))
    pointers.on('turn', ({ x, y, zoom }) => this.turn(x, y, zoom))
    handles.on('nudge', ({ grip, right, up, fine, goes }) => this.nudge(grip, right * (fine ? FINE : STEP), up * (fine ? FINE : STEP), goes))
    handles.on('remove', (grip) => this.removeCorner(Number(grip)))
    handles.on('focus', (point) => this.bringIntoSight(point))
    listenToDrawing(scope, {
      ...this.changes,
      boxInMiddle: () => this.boxInMiddle(),
      // A mouse over the picture is to drag a box.
      wantsMiddle: () => sketch.tool === 'drag' || (this.hovered === null && this.viewer.container.matches(':focus-visible')),
      snap: () => this.snap(),
      move: (right, up, goes) => this.change((shape) => (canMove(shape) ? shifted(shape, right, up) : shape), goes),
      resize: (width, height, goes) => this.change((shape) => (shape.kind === 'view' ? resized(shape, width, height) : shape), goes),
      turn: (turns) => this.pane.toggleAttribute('data-turning', turns),
    })
  }

  private get changes() {
    const { sketch } = this
    return { use: (tool: Tool) => this.use(tool), undo: () => sketch.undo(), redo: () => sketch.redo(), remove: () => sketch.remove() }
  }

  private use(tool: Tool): void {
    this.endStroke()
    this.sketch.use(tool)
  }

  private get here(): string {
    return this.viewer.viewpointId
  }

  private get sight(): Sight {
    return new Sight(this.over.stage.camera, this.over.stage.size)
  }

  /** The selected region, if it is seen from here. */
  private get region(): DrawnRegion | null {
    const { region } = this.sketch
    return region?.viewpointId === this.here ? region : null
  }

  // What pointers do

  private press(place: Place, grip: string | null): void {
    if (this.viewer.moving) return
    this.endStroke()
    this.hovered = null
    const held = grip === null ? null : this.handles.point(grip)
    const shape = this.region?.shape
    const make = held && shape && grip !== null ? pulledBy(shape, grip) : this.sketch.tool === 'drag' ? ('box' as const) : ('point' as const)
    this.stroke = new Stroke(this.scope, this.over, { from: place, held, make, aim: (direction) => this.viewer.lookAt(direction.heading, direction.elevation) })
    this.stroke.on('change', () => this.redraw())
    this.redraw()
  }

  private release(place: Place): void {
    const { stroke, sketch } = this
    if (!stroke) return
    stroke.follow(place)
    const [shape, look] = [stroke.shape, stroke.look]
    const isStroke = stroke.length > SLOP
    this.endStroke()
    if (stroke.make === 'point') return this.place(place, look)
    if (!isStroke) return stroke.make === 'box' ? this.panel.say(t('drawing.told.drag'), { refused: true }) : undefined
    if (stroke.make === 'box') this.keep(shape)
    else if (shape) sketch.adjust(shape)
    else this.panel.say(t('drawing.refused.wide'), { refused: true })
  }

  private place(place: Place, look: Look): void {
    const { begun } = this.sketch
    const [first] = begun?.tool === 'polygon' && begun.points.length > 2 ? begun.points : []
    const corner = first && this.sight.place(vectorOf(first))
    if (corner && distance(corner, place) < CLOSING) this.sketch.close()
    else this.sketch.place(this.here, look)
  }

  private keep(shape: Region | null): void {
    if (shape) this.sketch.add(this.here, shape)
    else this.panel.say(t('drawing.refused.wide'), { refused: true })
  }

  private hover(place: Place | null): void {
    this.hovered = place
    if (this.sketch.begun) this.redraw()
  }

  private turn(x: number, y: number, zoom: number): void {
    const { stage } = this.over
    const { heading, elevation } = dragged(this.viewer, x, y, anglePerPixel(stage.camera.projectionMatrix, stage.size.height))
    this.viewer.lookAt(heading, elevation)
    stage.zoom(zoom)
  }

  private endStroke(): void {
    this.stroke?.end()
    this.stroke = null
    this.redraw()
  }

  // What keys and buttons do

  private boxInMiddle(): void {
    this.sketch.use('drag')
    const { heading, elevation } = this.over.view()
    this.sketch.add(this.here, { kind: 'view', heading, elevation, width: FIRST_BOX, height: FIRST_BOX })
  }

  private change(make: (shape: Region) => Region | null, goes: boolean): void {
    const { region } = this
    if (region) this.sketch.adjust(make(region.shape), { goes })
  }

  private nudge(grip: string, right: number, up: number, goes: boolean): void {
    const point = this.handles.point(grip)
    if (!point) return
    const to = moved(directionOf(...point), right, up)
    this.change((shape) => pulledBy(shape, grip)(to), goes)
  }

  private removeCorner(index: number): void {
    this.change((shape) => (shape.kind === 'polygon' && shape.points.length > 3 ? { ...shape, points: shape.points.toSpliced(index, 1) } : shape), false)
  }

  private select(index: number): void {
    this.sketch.select(index)
    const { region } = this.sketch
    const [corners = []] = region ? cornersOf(region.shape) : []
    const middle = boxAround(corners)
    if (region) this.goTo(region.viewpointId, middle ?? undefined)
  }

  private goTo(viewpointId: string, look?: Direction): void {
    const face = () => look && this.viewer.lookAt(look.heading, look.elevation)
    if (viewpointId === this.here) face()
    else this.viewer.moveTo(viewpointId).then(face, () => undefined)
  }

  private bringIntoSight(point: Vector): void {
    if (this.sight.inPicture(point)) return
    const { heading, elevation } = directionOf(...point)
    this.viewer.lookAt(heading, elevation)
  }

  private snap(): void {
    const { snapping, region } = this
    if (!snapping || !region || this.sketch.begun || snapping.waiting) return
    this.panel.say('')
    snapping.ask(region)
  }

  /** Enter: takes what was found, or closes a polygon. */
  private take(): void {
    const better = this.snapping?.preview
    if (better) this.sketch.adjust(better)
    else this.sketch.close()
  }

  /** Escape: leaves off the stroke, what was found, or the shape that is begun. */
  private drop(): void {
    const { snapping } = this
    if (this.stroke) this.pointers.cancel()
    else if (snapping?.waiting || snapping?.preview) {
      snapping.leave()
      this.panel.say(t('drawing.told.left'))
    } else this.sketch.drop()
  }

  // What is shown

  private tell(told: Told): void {
    const refused = told.what === 'refused'
    if (refused) this.showRefused(told.at)
    else this.refused = []
    this.panel.say(wordsOf(told), { refused, silent: told.what === 'region' && this.handles.focused })
  }

  /** The side to a point that is refused, for a moment. */
  private showRefused(at: Look | null): void {
    const last = this.sketch.begun?.points.at(-1)
    this.refused = at && last ? [{ look: 'refused', points: [last, at].map(vectorOf), closed: false }] : []
    this.cancelRefused?.()
    this.cancelRefused = this.scope.timeout(REFUSED_SHOWN, () => {
      this.refused = []
      this.redraw()
    })
    this.redraw()
  }

  private show(): void {
    const { sketch, snapping } = this
    this.pane.dataset.tool = sketch.tool
    this.handles.show(this.held)
    this.panel.show({ here: this.here, waiting: snapping?.waiting ?? false, preview: snapping?.preview != null })
    this.listenWhileOpen()
    this.redraw()
  }

  /** Enter, Backspace and Escape are the picture's own again when nothing is open. */
  private listenWhileOpen(): void {
    const isOpen = this.open || this.snapping?.waiting === true
    if (isOpen === (this.openKeys !== null)) return
    this.openKeys?.dispose()
    this.openKeys = isOpen ? new Scope(this.scope) : null
    if (this.openKeys) listenToOpenShape(this.openKeys, { take: () => this.take(), back: () => this.sketch.back(), drop: () => this.drop() })
  }

  /** Only lines and handles: the picture below them has not changed, and costs most where there is no GPU. */
  private redraw(): void {
    this.cancelRedraw ??= this.scope.frame(() => this.draw())
  }

  private draw(): void {
    this.cancelRedraw?.()
    this.cancelRedraw = null
    const stands = this.stands
    this.pane.toggleAttribute('data-away', !stands)
    if (!stands) return
    const { sight } = this
    const { sketch, here, stroke, hovered } = this
    const pointed = stroke?.make === 'point' ? stroke.look : hovered && sight.look(hovered)
    const shown = shownLines({ sketch, here, stroke, pointed, preview: this.snapping?.preview ?? null })
    this.lines.show(sight, [...shown, ...this.refused], pointsOf(sketch, here, stroke))
    this.handles.show(this.held)
    this.handles.arrange(sight)
  }

  /** The shape that has handles. */
  private get held(): Region | null {
    const { stroke, sketch, snapping } = this
    if (sketch.begun || snapping?.preview || stroke?.make === 'box') return null
    return (stroke?.pulls ? stroke.shape : null) ?? this.region?.shape ?? null
  }

  private get stands(): boolean {
    const { graph, stage } = this.over
    return stage.camera.position.distanceTo(toThree(graph.viewpoint(this.here).position)) < STANDS_WITHIN
  }
}
