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

it('zooms and moves by keys, which do not turn the camera', async () => {
  show()
  press('map-toggle')
  const { heading } = opened.viewer
  key('+')
  const before = screen.element.querySelector('.map')?.getAttribute('viewBox')
  key('ArrowRight')
  expect(screen.element.querySelector('.map')?.getAttribute('viewBox')).not.toBe(before)
  key('0')
  expect(widthSeen()).toBe(320)
  await screen.pass(0.5)
  expect(opened.viewer.heading).toBe(heading)
})

it('shows another floor until the person takes a step', async () => {
  show()
  press('map-toggle')
  expect(find('map-storey')?.textContent).toBe('Floor 1 of 2')
  press('map-upstairs')
  expect([find('map-storey')?.textContent, namesShown()[0]]).toEqual(['Floor 2 of 2', 'attic'])
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
