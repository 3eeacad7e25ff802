/** Groups beside each other, joined by a line within a band: for what has an order, such as weeks or experience. */

import { scaleLinear, scalePoint } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'

import { svg } from '../../kit/dom/svg'
import type { Point, Scale } from './intervalChart'

const WIDTH = 520
const HEIGHT = 220
const LEFT = 52
const RIGHT = 16
const TOP = 10
const FOOT = 26
/** A letter of a label is at most so wide, with its share of the gap to the next label. */
const LETTER = 9

export function curveChart(points: readonly Point[], { end, text }: Scale): SVGElement {
  const top = Math.max(end, ...points.map(({ estimate }) => estimate.high ?? estimate.value))
  const names = points.map(({ name }) => name)
  const place = scalePoint(names, [LEFT, WIDTH - RIGHT]).padding(0.5)
  const x = ({ name }: Point) => place(name) ?? LEFT
  const y = scaleLinear([0, top], [HEIGHT - FOOT, TOP])
  const band = area<Point>()
    .x(x)
    .y0(({ estimate }) => y(estimate.low ?? estimate.value))
    .y1(({ estimate }) => y(estimate.high ?? estimate.value))
    .curve(curveMonotoneX)
  const curve = line<Point>()
    .x(x)
    .y(({ estimate }) => y(estimate.value))
    .curve(curveMonotoneX)
  const grid = y.ticks(4).map((tick) => {
    const label = svg('text', { class: 'chart-tick', x: LEFT - 8, y: y(tick) + 4, 'text-anchor': 'end' }, text(tick))
    return svg('g', { 'aria-hidden': 'true' }, svg('line', { class: 'chart-grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }), label)
  })
  const widest = LETTER * Math.max(...names.map((name) => name.length))
  const every = Math.ceil((points.length * widest) / (WIDTH - LEFT - RIGHT))
  const labels = points
    .filter((_, index) => index % every === 0)
    .map((point) => svg('text', { class: 'chart-tick', 'aria-hidden': 'true', x: x(point), y: HEIGHT - 8, 'text-anchor': 'middle' }, point.name))
  const dots = points.map((point) => {
    const label = `${point.name}: ${point.text}`
    return svg(
      'a',
      { class: 'chart-point', href: point.href, 'aria-label': label },
      svg('title', {}, label),
      svg('circle', { class: 'chart-hit', cx: x(point), cy: y(point.estimate.value), r: 12 }),
      svg('circle', { class: 'chart-dot', cx: x(point), cy: y(point.estimate.value), r: 4 }),
    )
  })
  return svg(
    'svg',
    { class: 'chart', role: 'group', viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    ...grid,
    ...labels,
    svg('path', { class: 'chart-band', d: band(points) ?? '' }),
    svg('path', { class: 'chart-line', d: curve(points) ?? '' }),
    ...dots,
  )
}
