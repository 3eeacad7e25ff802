// @vitest-environment page
import { type ComponentChild, render } from 'preact'
import { expect, it } from 'vitest'

import { CurveChart, IntervalChart, type Point } from './charts'

const point = (name: string, value: number, low: number | null = null, high: number | null = null): Point =>
  ({ name, estimate: { value, n: 9, low, high, method: '' }, text: `${value} of 1`, href: `#${name}` })
const SCALE = { end: 1, text: String }

function drawn(chart: ComponentChild): (selector: string, ...names: string[]) => (string | null)[][] {
  const root = document.createElement('main')
  render(chart, root)
  return (selector, ...names) => [...root.querySelectorAll(selector)].map((each) => names.map((name) => (name === 'text' ? each.textContent : each.getAttribute(name))))
}

it('draws groups below each other, each with its interval and what it says', () => {
  const points = [point('seventeen letters', 0.5, 0.25, 0.75), point('a name longer than seventeen', 1)]
  const all = drawn(<IntervalChart label="Success" points={points} scale={SCALE} />)
  // Values lie between 128 and 456.
  expect(all('svg', 'aria-label', 'viewBox')).toEqual([['Success', '0 0 520 70']])
  expect(all('.chart-tick', 'text', 'y').map(([text, y]) => `${text} ${y}`)).toEqual(['0 64', '0.2 64', '0.4 64', '0.6 64', '0.8 64', '1 64'])
  expect(all('.chart-name', 'text', 'y')).toEqual([['seventeen letters', '16'], ['a name longer th…', '40']])
  expect(all('.chart-dot', 'cx', 'cy')).toEqual([['292', '12'], ['456', '36']])
  expect(all('.chart-interval', 'x1', 'x2', 'y1')).toEqual([['210', '374', '12']])
  expect(all('.chart-value', 'text')).toEqual([['0.5'], ['1']])
  expect(all('.chart-point', 'href', 'aria-description')[1]).toEqual(['#a name longer than seventeen', '1 of 1'])
})

it('lets an axis end where all intervals do', () => {
  const all = drawn(<IntervalChart label="" points={[point('a', 1, 0.5, 2)]} scale={SCALE} />)
  expect([all('.chart-dot', 'cx'), all('.chart-interval', 'x1', 'x2')]).toEqual([[['292']], [['210', '456']]])
})

it('joins groups with an order by a curve within its band', () => {
  const all = drawn(<CurveChart label="Weeks" points={[point('w1', 0.5, 0.25, 0.75), point('w2', 1)]} scale={SCALE} />)
  expect(all('.chart-dot', 'cx', 'cy')).toEqual([['165', '102'], ['391', '10']])
  expect([all('.chart-line', 'd'), all('.chart-band', 'd')]).toEqual([[['M165,102L391,10']], [['M165,56L391,10L391,10L165,148Z']]])
  expect(all('.chart-point', 'href', 'aria-label')).toEqual([['#w1', 'w1: 0.5 of 1'], ['#w2', 'w2: 1 of 1']])
})

it('names as many points of a curve as have room', () => {
  const points = Array.from({ length: 30 }, (_, week) => point(String(week + 10), 0.5))
  const names = drawn(<CurveChart label="" points={points} scale={SCALE} />)('text[y="212"]', 'text').map(([text]) => text)
  expect([names.length, names.slice(0, 3)]).toEqual([15, ['10', '12', '14']])
})
