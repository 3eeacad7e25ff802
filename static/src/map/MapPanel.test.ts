// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { house } from '../../testing/house'
import { TestScreen } from '../../testing/TestScreen'
import { TestViewer } from '../../testing/TestViewer'
import type { FloorPlan } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'
import { MapPanel } from './MapPanel'

const ROOM: [number, number][] = [[-4, -2], [4, -2], [4, 8], [-4, 8]]
const PLAN: FloorPlan = {
  floors: [
    { z: 0, walls: [], rooms: [{ name: 'hall', outline: ROOM }], stairs: [] },
    { z: 2.8, walls: [], rooms: [{ name: 'attic', outline: ROOM }], stairs: [] },
  ],
}

let screen: TestScreen
let opened: TestViewer
let scope: Scope
let watched: boolean[]

const find = (name: string) => screen.element.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const press = (name: string) => find(name)?.click()
const isOpen = () => find('map-toggle')?.getAttribute('aria-expanded') === 'true'
const widthSeen = () => Number(screen.element.querySelector('.map')?.getAttribute('viewBox')?.split(' ')[2])
const namesShown = () => [...screen.element.querySelectorAll('.map-storey[data-shown] .map-room-name')].map(({ textContent }) => textContent)
const key = (name: string) => screen.element.querySelector('.map-frame')?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
const show = (path: string[] = []) => new MapPanel(scope, opened.viewer, path, (open) => watched.push(open))

beforeEach(async () => {
  localStorage.clear()
  screen = new TestScreen()
  scope = new Scope()
  watched = []
  opened = await TestViewer.opened(screen, { scan: { ...house(), floor_plan: PLAN } })
})
afterEach(() => {
  scope.dispose()
  opened.viewer.dispose()
  screen.close()
})

it('is closed at first, and tells when it opens and closes', () => {
  show()
  expect(isOpen()).toBe(false)
  press('map-toggle')
  expect(isOpen()).toBe(true)
  expect(namesShown()).toEqual(['hall'])
  scope.dispose()
  expect(watched).toEqual([false, true, false])
})

it('is in the next task as it was left', () => {
  show()
  press('map-toggle')
  press('map-closer')
  const seen = widthSeen()
  expect(seen).toBeCloseTo(320 / 1.5, 1)
  scope.dispose()
  scope = new Scope()
  show()
  expect([isOpen(), widthSeen()]).toEqual([true, seen])
})

it('zooms and moves by keys and fingers, which do not turn the camera', async () => {
  show()
  press('map-toggle')
  const { heading } = opened.viewer
  const map = screen.element.querySelector('.map')!
  map.getBoundingClientRect = () => new DOMRect(0, 0, 320, 240)
  const seen = () => map.getAttribute('viewBox')
  key('+')
  expect(seen()).toBe('53.33 40.00 213.33 160.00')
  key('ArrowRight')
  key('ArrowDown')
  expect(seen()).toBe('96.00 72.00 213.33 160.00')
  const frame = map.parentElement!
  frame.setPointerCapture = () => undefined
  for (const [name, clientX] of [['pointerdown', 10], ['pointermove', 40]] as const) frame.dispatchEvent(new PointerEvent(name, { pointerId: 1, clientX, clientY: 0 }))
  expect(seen()).toBe('76.00 72.00 213.33 160.00')
  key('0')
  expect(widthSeen()).toBe(320)
  await screen.pass(0.5)
  expect(opened.viewer.heading).toBe(heading)
})

it('goes no closer and no wider than it may', () => {
  show()
  press('map-toggle')
  const disabled = () => ['map-closer', 'map-wider'].map((name) => find(name)?.hasAttribute('disabled'))
  expect(disabled()).toEqual([false, true])
  press('map-closer')
  expect(disabled()).toEqual([false, false])
  for (let times = 0; times < 5; times += 1) press('map-closer')
  expect([disabled(), widthSeen()]).toEqual([[true, false], 40])
  press('map-wider')
  expect(widthSeen()).toBe(60)
})

it('shows where the person is after a step, wherever they had moved it', async () => {
  show()
  press('map-toggle')
  press('map-closer')
  key('ArrowRight')
  void opened.viewer.moveTo('b')
  await screen.pass(2)
  expect(screen.element.querySelector('.map')?.getAttribute('viewBox')).toBe('53.33 40.00 213.33 160.00')
})

it('shows another floor until the person takes a step', async () => {
  show()
  press('map-toggle')
  expect(find('map-storey')?.textContent).toBe('Floor 1 of 2')
  const disabled = () => ['map-upstairs', 'map-downstairs'].map((name) => find(name)?.hasAttribute('disabled'))
  expect(disabled()).toEqual([false, true])
  press('map-upstairs')
  expect([find('map-storey')?.textContent, namesShown(), disabled()]).toEqual(['Floor 2 of 2', ['attic'], [true, false]])
  key('PageUp')
  expect(find('map-storey')?.textContent).toBe('Floor 2 of 2')
  opened.viewer.lookAt(1, 0)
  await screen.pass(0.1)
  expect(find('map-storey')?.textContent).toBe('Floor 2 of 2')
  void opened.viewer.moveTo('b')
  await screen.pass(2)
  expect(find('map-storey')?.textContent).toBe('Floor 1 of 2')
})

it('draws no path for people who must not know it', () => {
  show()
  expect(screen.element.querySelector('.map-reference')?.getAttribute('d')).toBe('')
  expect(screen.element.querySelector('.map-goal')).toBeNull()
})

it('may be open for who has not chosen, show more than the path, and have marks', () => {
  const { marks } = new MapPanel(scope, opened.viewer, ['a', 'b'], undefined, { whole: true, open: true })
  const line = () => screen.element.querySelector('.map-reference')?.getAttribute('d') ?? ''
  const whole = line()
  expect(isOpen()).toBe(true)
  marks.showWalker('partner', { x: 0, y: 0, z: 4.5, heading: 0, fieldOfView: 1 })
  const isFaint = () => screen.element.querySelector('.map-walker-partner')?.hasAttribute('data-elsewhere')
  expect(isFaint()).toBe(true)
  press('map-upstairs')
  expect(isFaint()).toBe(false)
  press('map-toggle')
  scope.dispose()
  scope = new Scope()
  new MapPanel(scope, opened.viewer, ['a', 'b'], undefined, { open: true })
  expect([isOpen(), line() === whole]).toEqual([false, false])
})
