/** Figures as elements: numbers, unknowns that say why, and rates with their interval. */

import type { MonitorSummary } from '../api/types'
import { html } from '../dom/html'
import { percent, percentRange, UNKNOWN } from './format'
import { svg } from '../dom/svg'

export type GroupScores = MonitorSummary['total']

const BAR = { width: 96, height: 12 }

/** The dash of an unknown figure; pointing at it, or a screen reader, tells why. */
export function unknown(why: string): HTMLElement {
  const dash = html('span', { 'aria-hidden': 'true' }, UNKNOWN)
  return html('span', { class: 'unknown', title: why }, dash, html('span', { class: 'visually-hidden' }, `unknown: ${why}`))
}

/** `text` of a known value, or the dash. */
export function figure<Value>(value: Value | null, text: (value: Value) => string, why: string): Node {
  return value === null ? unknown(why) : document.createTextNode(text(value))
}

/** A success rate, its Wilson interval as a bar from 0 to 100 %, and the interval in words for those who point at it. */
export function successRate({ success_rate: rate, success_interval: interval }: GroupScores, why: string): HTMLElement {
  if (rate === null || interval === null) return html('span', { class: 'rate' }, html('span', { class: 'rate-figure' }, unknown(why)))
  const title = `95 % interval (Wilson): ${percentRange(interval)}`
  return html('span', { class: 'rate', title }, html('span', { class: 'rate-figure' }, percent(rate)), intervalBar(rate, interval))
}

/** The interval as a band and the rate as a tick, on a track from 0 to 1. */
export function intervalBar(rate: number, [low, high]: readonly [number, number]): SVGElement {
  const at = (share: number) => (share * BAR.width).toFixed(1)
  const middle = BAR.height / 2
  const label = `between ${percentRange([low, high])}`
  return svg(
    'svg',
    { class: 'interval', role: 'img', 'aria-label': label, viewBox: `0 0 ${BAR.width} ${BAR.height}`, ...BAR },
    svg('line', { class: 'interval-track', x1: 0, x2: BAR.width, y1: middle, y2: middle }),
    svg('line', { class: 'interval-band', x1: at(low), x2: at(high), y1: middle, y2: middle }),
    svg('line', { class: 'interval-rate', x1: at(rate), x2: at(rate), y1: 1, y2: BAR.height - 1 }),
  )
}
