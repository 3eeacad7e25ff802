/** Groups below each other, each a dot with its interval: for names that have no order of their own. */

import { scaleLinear } from 'd3-scale'

import { svg } from '../../kit/dom/svg'
import type { Estimate } from './measures'

export interface Point {
  readonly name: string
  readonly estimate: Estimate
  /** What a screen reader says, and what pointing at it shows. */
  readonly text: string
  /** The annotations behind it. */
  readonly href: string
}

export interface Scale {
  readonly end: number
  readonly text: (value: number) => string
}

const WIDTH = 520
const ROW = 24
const NAMES = 128
const RIGHT = 64
const FOOT = 22
const LETTERS = 17

export function intervalChart(points: readonly Point[], { end, text }: Scale): SVGElement {
  const top = Math.max(end, ...points.map(({ estimate }) => estimate.high ?? estimate.value))
  const x = scaleLinear([0, top], [NAMES, WIDTH - RIGHT])
  const height = points.length * ROW + FOOT
  const ticks = x.ticks(5).map((tick) => {
    const label = svg('text', { class: 'chart-tick', x: x(tick), y: height - 6, 'text-anchor': 'middle' }, text(tick))
    return svg('g', { 'aria-hidden': 'true' }, svg('line', { class: 'chart-grid', x1: x(tick), x2: x(tick), y1: 0, y2: height - FOOT }), label)
  })
  const rows = points.map((point, index) => pointRow(point, index * ROW + ROW / 2, x, text))
  return svg('svg', { class: 'chart', role: 'group', viewBox: `0 0 ${WIDTH} ${height}` }, ...ticks, ...rows)
}

function pointRow({ name, estimate, text, href }: Point, y: number, x: (value: number) => number, write: Scale['text']): SVGElement {
  const { value, low, high } = estimate
  const short = name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name
  return svg(
    'a',
    { class: 'chart-point', href, 'aria-description': text },
    svg('title', {}, `${name}: ${text}`),
    svg('rect', { class: 'chart-hit', x: 0, y: y - ROW / 2, width: WIDTH, height: ROW, rx: 4 }),
    svg('text', { class: 'chart-name', x: 6, y: y + 4 }, short),
    ...(low === null || high === null ? [] : [svg('line', { class: 'chart-interval', x1: x(low), x2: x(high), y1: y, y2: y })]),
    svg('circle', { class: 'chart-dot', cx: x(value), cy: y, r: 4.5 }),
    svg('text', { class: 'chart-value', x: WIDTH - 6, y: y + 4, 'text-anchor': 'end' }, write(value)),
  )
}
