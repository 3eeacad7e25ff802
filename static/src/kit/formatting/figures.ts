/** Figures as elements: numbers, unknowns that say why, and rates with their interval. */

import { html } from '../dom/html'
import { percentRange, UNKNOWN } from './format'
import { svg } from '../dom/svg'

const BAR = { width: 96, height: 12 }

/** The dash of an unknown figure; pointing at it, or a screen reader, tells why. */
export function unknown(why: string): HTMLElement {
  const dash = html('span', { 'aria-hidden': 'true' }, UNKNOWN)
  return html('span', { class: 'unknown', title: why }, dash, html('span', { class: 'visually-hidden' }, `unknown: ${why}`))
}

/** A number that leads to the annotations behind it. */
export function numberLink(text: string, href: string, title = ''): HTMLElement {
  return html('a', { class: 'number-link', href, ...(title && { title }) }, text)
}

/** `text` of a known value, or the dash. */
export function figure<Value>(value: Value | null, text: (value: Value) => Node | string, why: string): Node {
  if (value === null) return unknown(why)
  const content = text(value)
  return typeof content === 'string' ? document.createTextNode(content) : content
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
