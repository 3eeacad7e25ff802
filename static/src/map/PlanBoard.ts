import type { ScanView } from '../api/types'
import { html } from '../kit/dom/html'
import { Emitter } from '../kit/lifecycle/Emitter'
import type { Scope } from '../kit/lifecycle/Scope'
import { chosenLanguage } from '../kit/messages/interfaceLanguage'
import { t } from '../kit/messages/messages'
import { MapFrame } from './MapFrame'
import type { MapPoint } from './mapProjection'
import { roomOf } from './roomLabels'
import { TopDownMap } from './TopDownMap'

const MARK = 'mark'

/** The plan of a whole place, on which a person who is not in it marks one of the dots. */
export class PlanBoard extends Emitter<{ mark: string }> {
  readonly element: HTMLElement
  private readonly map: TopDownMap
  private readonly frame: MapFrame
  private readonly said = html('p', { class: 'plan-mark', role: 'status', 'data-testid': 'plan-mark' })
  private marked: string | null = null
  private takes = false

  constructor(
    scope: Scope,
    private readonly scan: ScanView,
    /** The viewpoint that was marked before. */
    marked: string | null = null,
  ) {
    super()
    scope.add(() => this.removeHandlers())
    this.map = new TopDownMap(scan)
    this.frame = new MapFrame(scope, this.map, { keys: t('map.markKeys'), nudge: (by) => this.step(by) })
    this.frame.on('press', (at) => this.choose(this.nearest(at)))
    this.element = html('section', { class: 'plan-board', 'data-testid': 'plan' }, this.said, html('div', { class: 'plan-room' }, this.frame.element))
    this.show(marked)
  }

  /** Whether the person may mark a dot now. */
  set takesMarks(takes: boolean) {
    this.takes = takes
    this.element.toggleAttribute('data-takes', takes)
  }

  private choose(viewpointId: string | undefined): void {
    if (viewpointId === undefined || !this.takes) return
    this.show(viewpointId)
    this.emit('mark', viewpointId)
  }

  private show(viewpointId: string | null): void {
    const place = this.scan.viewpoints.find(({ viewpoint_id: id }) => id === viewpointId)
    this.marked = place?.viewpoint_id ?? null
    this.said.toggleAttribute('data-marked', place !== undefined)
    if (!place) return void (this.said.textContent = t('map.unmarked'))
    const [x, y, z] = place.position
    this.map.marks.showRing(MARK, { x, y, z })
    this.map.showStorey(z)
    this.frame.tellStorey()
    const { rooms = [], floor_plan: plan } = this.scan
    const room = roomOf(place, rooms, plan?.floors[this.map.storey]?.rooms ?? [], chosenLanguage())
    this.said.textContent = room ? t('map.markedIn', { room }) : t('map.marked')
  }

  /** An arrow key moves the mark to the next dot on that side; the first one marks the dot nearest to the middle. */
  private step(by: MapPoint): void {
    const here = this.map.shown.find(({ id }) => id === this.marked)
    if (!here) return this.choose(this.nearest(this.frame.middle))
    const ahead = this.map.shown.flatMap(({ id, at }) => {
      const [x, y] = [at.x - here.at.x, at.y - here.at.y]
      const [along, beside] = [x * by.x + y * by.y, Math.abs(x * by.y) + Math.abs(y * by.x)]
      return along > 0 && beside <= along ? [{ id, at, distance: along + beside }] : []
    })
    const next = closest(ahead, ({ distance }) => distance)
    if (!next) return
    this.frame.centre(next.at)
    this.choose(next.id)
  }

  /** The dot of the shown storey that is nearest to a place of the map. */
  private nearest({ x, y }: MapPoint): string | undefined {
    return closest(this.map.shown, ({ at }) => Math.hypot(at.x - x, at.y - y))?.id
  }
}

function closest<Each>(all: readonly Each[], distance: (each: Each) => number): Each | undefined {
  return all.reduce<Each | undefined>((best, each) => (best === undefined || distance(each) < distance(best) ? each : best), undefined)
}
