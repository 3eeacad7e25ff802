// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { setAttributes, svg } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { MapGestures } from './MapGestures'

let scope: Scope
let frame: HTMLElement
let told: unknown[]
/** What the picture below would have heard. */
let below: string[]
let held: number[]

/** A map on 640 by 480 pixels of the page, from (100, 50), of which the part from (80, 60) is seen, four pixels a unit. */
beforeEach(() => {
  const drawing = svg('svg', {})
  setAttributes(drawing, { viewBox: '80 60 160 120' })
  drawing.getBoundingClientRect = () => new DOMRect(100, 50, 640, 480)
  frame = document.createElement('div')
  frame.append(drawing)
  document.body.replaceChildren(frame)
  ;[scope, told, below, held] = [new Scope(), [], [], []]
  frame.setPointerCapture = (pointer) => held.push(pointer)
  const gestures = new MapGestures(scope, frame, drawing)
  for (const name of ['zoom', 'pan', 'nudge', 'all', 'climb', 'press'] as const) gestures.on(name, (value) => told.push([name, value]))
  scope.listen(document.body, 'keydown', ({ key: name }) => below.push(name))
  scope.listen(document.body, 'wheel', () => below.push('wheel'))
})

afterEach(() => scope.dispose())

const send = (event: Event): boolean => frame.dispatchEvent(event)
const key = (name: string, also = {}): boolean => send(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...also }))
const point = (name: string, pointerId: number, clientX = 0, clientY = 0, button = 0): boolean =>
  send(new PointerEvent(`pointer${name}`, { pointerId, clientX, clientY, button }))

it.each<[string, unknown]>([
  ['ArrowLeft', ['nudge', { x: -1, y: 0 }]],
  ['ArrowRight', ['nudge', { x: 1, y: 0 }]],
  ['ArrowUp', ['nudge', { x: 0, y: -1 }]],
  ['ArrowDown', ['nudge', { x: 0, y: 1 }]],
  ['+', ['zoom', { factor: 1.5, at: { x: 160, y: 120 } }]],
  ['=', ['zoom', { factor: 1.5, at: { x: 160, y: 120 } }]],
  ['-', ['zoom', { factor: 1 / 1.5, at: { x: 160, y: 120 } }]],
  ['0', ['all', null]],
  ['PageUp', ['climb', 1]],
  ['PageDown', ['climb', -1]],
])('the key %s acts on the map alone', (name, action) => {
  expect([key(name), told, below]).toEqual([false, [action], []])
})

it('leaves other keys, and those of the browser, to the page', () => {
  expect([key('a'), key('+', { ctrlKey: true }), key('0', { metaKey: true }), key('ArrowLeft', { altKey: true })]).toEqual([true, true, true, true])
  expect([told, below]).toEqual([[], ['a', '+', '0', 'ArrowLeft']])
})

it.each([
  [3, 1],
  [120, 0],
])('zooms out at the pointer by a wheel of %d in the unit %d', (deltaY, deltaMode) => {
  const wheel = new WheelEvent('wheel', { deltaY, deltaMode, bubbles: true, cancelable: true })
  Object.defineProperties(wheel, { clientX: { value: 140 }, clientY: { value: 70 } })
  expect(send(wheel)).toBe(false)
  expect([told, below]).toEqual([[['zoom', { factor: expect.closeTo(Math.exp(-0.24)) as number, at: { x: 90, y: 65 } }]], []])
})

it('is dragged by one finger and zoomed by two, about their middle', () => {
  point('move', 1, 7, 7)
  point('down', 1, 100, 50)
  point('move', 1, 140, 70)
  point('down', 2, 140, 170)
  point('move', 2, 140, 270)
  point('up', 2)
  point('move', 1, 140, 66)
  point('cancel', 1)
  point('move', 1, 500, 500)
  expect(told).toEqual([
    ['pan', { x: 10, y: 5 }],
    ['zoom', { factor: 2, at: { x: 90, y: 90 } }],
    ['pan', { x: 0, y: -1 }],
  ])
  expect(held).toEqual([1, 2])
})

it('takes fingers in one place for a pixel apart, and another button for none', () => {
  point('down', 1, 100, 50)
  point('down', 2, 100, 50)
  point('move', 2, 104, 50)
  expect(told).toEqual([['zoom', { factor: 4, at: { x: 80.5, y: 60 } }]])
  point('up', 1)
  point('up', 2)
  point('down', 3, 100, 50, 2)
  point('move', 3, 140, 50)
  expect(told).toHaveLength(1)
})

it('is pressed where one finger comes down and goes up again, and not where it drags', () => {
  point('down', 1, 140, 70)
  point('up', 1, 143, 71)
  expect(told).toEqual([['press', { x: 90.75, y: 65.25 }]])
  point('down', 1, 140, 70)
  point('up', 1, 160, 70)
  point('down', 1, 140, 70)
  point('down', 2, 300, 70)
  point('up', 2, 300, 70)
  point('up', 1, 140, 70)
  expect(told).toHaveLength(1)
})

it('tells nothing once its place has ended', () => {
  scope.dispose()
  expect([key('0'), told]).toEqual([true, []])
})
