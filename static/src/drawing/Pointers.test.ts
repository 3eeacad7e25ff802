// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { Pointers } from './Pointers'

let scope: Scope
let pane: HTMLElement
let grip: HTMLElement
let pointers: Pointers
let told: [string, unknown][]
let captured: number[]

beforeEach(() => {
  scope = new Scope()
  grip = html('i', { 'data-grip': 'top' })
  captured = []
  pane = Object.assign(html('div', {}, grip), { setPointerCapture: (id: number) => void captured.push(id) })
  vi.spyOn(pane, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 300, 200))
  pointers = new Pointers(scope, pane)
  told = []
  for (const name of ['press', 'move', 'release', 'cancel', 'hover', 'turn'] as const) pointers.on(name, (event) => told.push([name, event]))
})
afterEach(() => scope.dispose())

/** In pixels from the pane's corner. */
const point = (name: string, x: number, y: number, parts: PointerEventInit = {}, on: Element = pane) =>
  on.dispatchEvent(new PointerEvent(`pointer${name}`, { bubbles: true, button: 0, pointerId: 1, clientX: 10 + x, clientY: 20 + y, ...parts }))

it('draws from where it comes down to where it is lifted, on the picture or on a handle', () => {
  point('move', 1, 2)
  point('down', 1, 2, { button: 2 })
  point('down', 3, 4)
  point('move', 5, 6)
  point('up', 7, 8)
  point('down', 3, 4, {}, grip)
  expect(told).toEqual([['hover', { x: 1, y: 2 }], ['press', { place: { x: 3, y: 4 }, grip: null }], ['move', { x: 5, y: 6 }], ['release', { x: 7, y: 8 }], ['press', { place: { x: 3, y: 4 }, grip: 'top' }]])
  expect(captured).toEqual([1, 1])
})

it('turns with two fingers by half of what each moves, and draws nothing then', () => {
  point('down', 0, 0)
  point('down', 100, 0, { pointerId: 2 })
  point('move', 200, 10, { pointerId: 2 })
  point('up', 200, 10, { pointerId: 2 })
  point('up', 0, 0)
  expect(told).toEqual([['press', { place: { x: 0, y: 0 }, grip: null }], ['cancel', null], ['turn', { x: 50, y: 5, zoom: 100 / Math.hypot(200, 10) }]])
})

it('forgets what it began when it is lost or called off, and not for another pointer', () => {
  point('down', 0, 0)
  point('cancel', 0, 0, { pointerId: 2 })
  expect(told.length).toBe(1)
  point('cancel', 0, 0)
  point('down', 0, 0)
  pointers.cancel()
  pointers.cancel()
  point('leave', 0, 0)
  expect(told.map(([name]) => name)).toEqual(['press', 'cancel', 'press', 'cancel', 'hover'])
  expect(told.at(-1)).toEqual(['hover', null])
})
