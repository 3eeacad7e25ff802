// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import type { Act } from './action'
import { viewNow, watchActions } from './watchActions'

let scope: Scope
let told: Act[]
let viewer: HTMLElement

beforeEach(() => {
  scope = new Scope()
  told = []
  watchActions(scope, (act) => told.push(act))
  viewer = html('div', { class: 'viewer' })
  vi.spyOn(viewer, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 300, 200))
  document.body.replaceChildren(viewer)
})
afterEach(() => scope.dispose())

const place = <Made extends Element>(element: Made): Made => {
  document.body.append(element)
  return element
}
const key = (on: EventTarget, name: string, parts: KeyboardEventInit) => on.dispatchEvent(new KeyboardEvent(name, { bubbles: true, ...parts }))
const point = (on: EventTarget, name: string, parts: PointerEventInit) => on.dispatchEvent(new PointerEvent(name, { bubbles: true, pointerId: 1, clientX: 15, clientY: 26, ...parts }))

it('tells a key that is pressed and let go of, not again while it is held, nor one that is only held', () => {
  const button = place(html('button', { 'data-testid': 'go' }))
  for (const [name, parts] of [['keydown', { key: 'm' }], ['keydown', { key: 'm', repeat: true }], ['keydown', { key: 'Shift' }], ['keyup', { key: 'm' }]] as const) key(button, name, parts)
  const on = { role: 'button', name: 'go' }
  expect(told).toEqual([{ what: 'key', name: 'm', state: 'down', on }, { what: 'key', name: 'm', state: 'up', on }])
})

it('tells each letter that is written once, also while its key is held', () => {
  const area = place(html('textarea', { 'data-testid': 'text' }))
  for (const [name, parts] of [['keydown', { key: 'a' }], ['keydown', { key: 'a', repeat: true }], ['keydown', { key: 'Shift' }], ['keyup', { key: 'a' }]] as const) key(area, name, parts)
  const typed = { what: 'type', name: 'letter', on: { role: 'textbox', name: 'text' } }
  expect(told).toEqual([typed, typed])
})

it('tells clicks from the picture’s corner on, and none on the picture', () => {
  const button = viewer.appendChild(html('button', { 'data-testid': 'exit' }))
  for (const target of [button, viewer]) target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX: 15, clientY: 26 }))
  expect(told).toEqual([{ what: 'click', on: { role: 'button', name: 'exit' }, x: 5, y: 6 }])
})

it('follows the first button of a pointer from where it comes down until it leaves', () => {
  point(viewer, 'pointerdown', { button: 2 })
  point(viewer, 'pointerdown', { button: 0 })
  point(document.body, 'pointermove', { pointerId: 2 })
  point(document.body, 'pointermove', { clientX: 11 })
  point(document.body, 'pointercancel', {})
  point(document.body, 'pointerup', {})
  expect(told).toEqual([{ what: 'pointer', state: 'down', x: 5, y: 6, on: null }, { what: 'pointer', state: 'move', x: 1, y: 6 }, { what: 'pointer', state: 'up', x: 5, y: 6 }])
})

it('tells how many lines the wheel turned over the picture', () => {
  for (const [on, deltaMode, deltaY] of [[viewer, WheelEvent.DOM_DELTA_LINE, 3], [viewer, WheelEvent.DOM_DELTA_PIXEL, -80], [document.body, WheelEvent.DOM_DELTA_LINE, 1]] as const)
    on.dispatchEvent(Object.assign(new WheelEvent('wheel', { bubbles: true, deltaMode, deltaY }), { clientX: 15, clientY: 26 }))
  expect(told).toEqual([{ what: 'wheel', amount: 3, x: 5, y: 6 }, { what: 'wheel', amount: -2, x: 5, y: 6 }])
})

it('tells of the focus, the window, whether it is seen, and its size', () => {
  const button = place(html('button', { 'data-testid': 'go' }))
  button.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  for (const [target, name] of [[button, 'focus'], [window, 'blur'], [window, 'focus'], [window, 'resize']] as const) window.dispatchEvent(Object.defineProperty(new Event(name), 'target', { value: target }))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(told).toEqual([
    { what: 'focus', on: { role: 'button', name: 'go' } },
    { what: 'window', name: 'blur' },
    { what: 'window', name: 'focus' },
    { what: 'view', x: 10, y: 20, width: 300, height: 200 },
    { what: 'visibility', name: 'visible' },
  ])
  viewer.remove()
  expect(viewNow()).toEqual({ what: 'view', x: 0, y: 0, width: innerWidth, height: innerHeight })
})

it('hears of what a page keeps to itself, and of nothing after its scope', () => {
  const button = place(html('button', {}))
  scope.listen(button, 'keydown', (event) => event.stopPropagation())
  key(button, 'keydown', { key: 'a' })
  scope.dispose()
  key(button, 'keydown', { key: 'b' })
  expect(told.map(({ name }) => name)).toEqual(['a'])
})
