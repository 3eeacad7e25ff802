import { Emitter } from '../kit/lifecycle/Emitter'
import type { Region } from '../regions/shapes'
import { boxAround } from './geometry/boxes'
import { crookedness, type Look, polygonOf, vectorOf } from './geometry/polygons'
import { type Refusal, refusalOf } from './geometry/refusals'
import type { Begun, Drawn, DrawnRegion } from './history/drawn'
import { History } from './history/History'

export type Tool = 'extremes' | 'drag' | 'polygon'

/** What has just happened, for who listens. */
export type Told =
  | { readonly what: 'region'; readonly region: DrawnRegion }
  | { readonly what: 'point'; readonly begun: Begun }
  | { readonly what: 'refused'; readonly why: Refusal | 'few' | 'elsewhere' | 'unheld'; readonly at: Look | null }
  | { readonly what: 'dropped' | 'removed' | 'undone' | 'redone' }

interface SketchEvents {
  /** Something else is drawn, begun or selected. */
  change: null
  told: Told
}

/** How many extreme points make a box. */
export const EXTREMES = 4
const LEAST_CORNERS = 3
/** What is kept of angles: 10⁻⁹ radians, the thousandth part of what a pixel shows. */
const KEPT = 1e9

/** What is drawn and what is begun, with all its changes; knows neither screen nor keys. */
export class Sketch extends Emitter<SketchEvents> {
  private history: History
  private chosen = 0
  private used: Tool

  /** `kept` as another sketch wrote it; of `most` regions, the next one takes the place of the selected one. `first`: what there is before anything is drawn. */
  constructor(
    kept: string | null,
    private readonly most: number,
    first: readonly DrawnRegion[] = [],
  ) {
    super()
    this.history = History.of(kept, first)
    this.used = this.begun?.tool ?? 'extremes'
    this.select(this.regions.length - 1)
  }

  get regions(): readonly DrawnRegion[] {
    return this.history.now.regions
  }

  get begun(): Begun | null {
    return this.history.now.begun
  }

  /** The region that is being changed. */
  get region(): DrawnRegion | null {
    return this.regions[this.chosen] ?? null
  }

  get selected(): number {
    return this.chosen
  }

  get tool(): Tool {
    return this.used
  }

  get hasPast(): boolean {
    return this.history.hasPast
  }

  get hasFuture(): boolean {
    return this.history.hasFuture
  }

  kept(longest?: number): string {
    return this.history.kept(longest)
  }

  /** What was begun with another tool is dropped. */
  use(tool: Tool): void {
    this.used = tool
    if (this.begun && this.begun.tool !== tool) this.drop()
    else this.emit('change', null)
  }

  select(index: number): void {
    this.chosen = Math.max(0, Math.min(this.regions.length - 1, index))
    this.emit('change', null)
  }

  /** A point of a box or polygon; the fourth extreme point makes the box. */
  place(viewpointId: string, look: Look): void {
    if (this.used === 'drag') return
    if (this.isElsewhere(viewpointId)) return this.refuse('elsewhere')
    const points = [...(this.begun?.points ?? []), roundedLook(look)]
    if (crookedness(points.slice(-2).map(vectorOf), false) === 'repeats') return // a double click
    const begun: Begun = { tool: this.used, viewpointId, points }
    if (begun.tool === 'extremes' && points.length === EXTREMES) return this.box(begun)
    const crooked = begun.tool === 'polygon' ? crookedness(points.map(vectorOf), false) : null
    if (crooked) return this.refuse(crooked, look)
    this.commit({ ...this.history.now, begun })
    this.emit('told', { what: 'point', begun })
  }

  /** Makes a polygon of the points that are there. */
  close(): void {
    const { begun } = this
    if (!begun) return
    if (begun.tool === 'extremes' || begun.points.length < LEAST_CORNERS) return this.refuse('few')
    const crooked = crookedness(begun.points.map(vectorOf), true)
    if (crooked) this.refuse(crooked, begun.points[0])
    else this.add(begun.viewpointId, polygonOf(begun.points))
  }

  /** Takes the last point back. */
  back(): void {
    const { begun } = this
    if (!begun) return
    const points = begun.points.slice(0, -1)
    if (points.length === 0) return this.drop()
    this.commit({ ...this.history.now, begun: { ...begun, points } })
    this.emit('told', { what: 'point', begun: { ...begun, points } })
  }

  /** Leaves off what is begun. */
  drop(): void {
    if (!this.begun) return
    this.commit({ ...this.history.now, begun: null })
    this.emit('told', { what: 'dropped' })
  }

  /** A region as a whole; nothing changes if it is refused. */
  add(viewpointId: string, shape: Region, clicked: readonly Look[] | null = null): void {
    const region = { viewpointId, shape: rounded(shape), clicked }
    const why = refusalOf(region.shape)
    if (why) return this.refuse(why)
    const { regions } = this
    const isFull = regions.length >= this.most
    this.chosen = isFull ? this.chosen : regions.length
    this.commit({ regions: isFull ? regions.with(this.chosen, region) : [...regions, region], begun: null })
    this.emit('told', { what: 'region', region })
  }

  /** Changes the selected region. `goes` says that the last change goes on, such as while a key is held. */
  adjust(shape: Region | null, { goes = false } = {}): void {
    const { region } = this
    if (!region) return
    const why = shape ? refusalOf(shape) : 'wide'
    if (!shape || why) return this.refuse(why ?? 'wide')
    const adjusted: DrawnRegion = { ...region, shape: rounded(shape), clicked: null }
    const next = { ...this.history.now, regions: this.regions.with(this.chosen, adjusted) }
    if (goes) this.put(this.history.going(next))
    else this.commit(next)
    this.emit('told', { what: 'region', region: adjusted })
  }

  remove(): void {
    if (!this.region) return
    this.commit({ ...this.history.now, regions: this.regions.toSpliced(this.chosen, 1) })
    this.emit('told', { what: 'removed' })
  }

  undo(): void {
    this.step(this.history.undone(), 'undone')
  }

  redo(): void {
    this.step(this.history.redone(), 'redone')
  }

  private step(history: History, what: 'undone' | 'redone'): void {
    if (history === this.history) return
    const before = this.regions
    const changed = history.now.regions.findIndex((region, index) => region !== before[index])
    if (changed !== -1) this.chosen = changed
    this.put(history)
    if (this.begun) this.used = this.begun.tool
    this.emit('told', { what })
  }

  private box(begun: Begun): void {
    const box = boxAround(begun.points.map(vectorOf))
    if (box) this.add(begun.viewpointId, box, begun.points)
    else this.refuse('unheld', begun.points.at(-1))
  }

  private isElsewhere(viewpointId: string): boolean {
    return this.begun !== null && this.begun.viewpointId !== viewpointId
  }

  private refuse(why: Refusal | 'few' | 'elsewhere' | 'unheld', at: Look | null = null): void {
    this.emit('told', { what: 'refused', why, at })
  }

  private commit(next: Drawn): void {
    this.put(this.history.with(next))
  }

  private put(history: History): void {
    this.history = history
    this.chosen = Math.max(0, Math.min(this.regions.length - 1, this.chosen))
    this.emit('change', null)
  }
}

const round = (angle: number): number => Math.round(angle * KEPT) / KEPT

const roundedLook = ([heading, elevation]: Look): Look => [round(heading), round(elevation)]

function rounded(shape: Region): Region {
  if (shape.kind === 'view') return { ...shape, heading: round(shape.heading), elevation: round(shape.elevation), width: round(shape.width), height: round(shape.height) }
  return shape.kind === 'polygon' ? { ...shape, points: shape.points.map(roundedLook) } : shape
}
