import { html } from '../kit/dom/html'
import type { Scope } from '../kit/lifecycle/Scope'
import { clockTenths } from '../kit/formatting/format'
import { setAttributes, svg } from '../kit/dom/svg'
import type { Replay } from './Replay'
import type { Visit } from './visits'

const SIZE = { width: 1000, height: 16 }

/** The replay from its beginning to its end, as a slider on which one stay at a viewpoint follows the other. */
export class Timeline {
  readonly element = html('div', { class: 'timeline', role: 'slider', tabindex: 0, 'aria-label': 'Time', 'data-testid': 'timeline' })
  private readonly elapsed = svg('rect', { class: 'timeline-elapsed', x: 0, y: 0, width: 0, height: SIZE.height })
  private readonly head = html('div', { class: 'timeline-head' })

  constructor(
    private readonly replay: Replay,
    visits: readonly Visit[],
    heard: readonly (readonly [start: number, end: number])[],
    scope: Scope,
  ) {
    const box = { class: 'timeline-track', viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, preserveAspectRatio: 'none' }
    const track = svg('svg', { ...box, 'aria-hidden': 'true' }, this.elapsed, ...this.steps(visits), ...this.voice(heard))
    this.element.append(track, this.head)
    setAttributes(this.element, { 'aria-valuemin': 0, 'aria-valuemax': replay.duration.toFixed(1) })
    scope.listen(this.element, 'pointerdown', (event) => this.grab(event))
    scope.listen(this.element, 'pointermove', (event) => this.drag(event))
    this.show(replay.time)
  }

  show(time: number): void {
    const share = this.replay.duration > 0 ? time / this.replay.duration : 0
    this.elapsed.setAttribute('width', (share * SIZE.width).toFixed(1))
    this.head.style.left = `${(share * 100).toFixed(2)}%`
    setAttributes(this.element, { 'aria-valuenow': time.toFixed(1), 'aria-valuetext': `${clockTenths(time)} of ${clockTenths(this.replay.duration)}` })
  }

  private x(time: number): number {
    return this.replay.duration > 0 ? (time / this.replay.duration) * SIZE.width : 0
  }

  /** A mark where the person stepped on. */
  private steps(visits: readonly Visit[]): SVGElement[] {
    return visits.slice(1).map(({ start }) => {
      const x = this.x(start).toFixed(1)
      return svg('line', { class: 'timeline-step', x1: x, x2: x, y1: 0, y2: SIZE.height })
    })
  }

  /** A line while the voice was running. */
  private voice(heard: readonly (readonly [start: number, end: number])[]): SVGElement[] {
    return heard.map(([start, end]) => {
      const place = { x: this.x(start).toFixed(1), width: this.x(end - start).toFixed(1), y: SIZE.height - 4, height: 4 }
      return svg('rect', { class: 'timeline-voice', ...place })
    })
  }

  private grab(event: PointerEvent): void {
    this.element.setPointerCapture(event.pointerId)
    this.jump(event)
  }

  private drag(event: PointerEvent): void {
    if (this.element.hasPointerCapture(event.pointerId)) this.jump(event)
  }

  private jump({ clientX }: PointerEvent): void {
    const { left, width } = this.element.getBoundingClientRect()
    this.replay.seek(((clientX - left) / width) * this.replay.duration)
  }
}
