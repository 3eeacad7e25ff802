// @vitest-environment page
import { render } from 'preact'
import { beforeEach, expect, it } from 'vitest'

import { html } from '../dom/html'
import { figure, IntervalBar } from './figures'

let place: HTMLElement
beforeEach(() => void (place = html('div', {})))

it('writes nothing known as a dash with its reason, and zero as zero', () => {
  render(<>{figure(0, (value) => `${value} m`, 'never')}|{figure<number>(null, String, 'not measured')}</>, place)
  expect([place.textContent, place.querySelector('.unknown')?.getAttribute('title')]).toEqual(['0 m|–unknown: not measured', 'not measured'])
})

it('draws an interval with its rate on a track from 0 to 1', () => {
  render(<IntervalBar rate={0.5} range={[0.25, 1]} />, place)
  expect([...place.querySelectorAll('line')].map((line) => ['x1', 'x2'].map((end) => Number(line.getAttribute(end))))).toEqual([[0, 96], [24, 96], [48, 48]])
  expect(place.querySelector('svg')?.getAttribute('aria-label')).toBe('between 25–100 %')
})
