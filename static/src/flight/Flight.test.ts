// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { house } from '../../testing/house'
import { TestScreen } from '../../testing/TestScreen'
import { TestViewer } from '../../testing/TestViewer'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { Flight } from './Flight'
import { FlightBar } from './FlightBar'

const PATH = ['a', 'b', 'd']
const EAST = Math.PI / 2

let screen: TestScreen
let opened: TestViewer
let scope: Scope
let told: string[]
let bar: FlightBar

const find = (name: string) => screen.element.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const press = (name: string) => find(name)?.click()
/** State, status, which buttons are hidden, and what has the focus. */
const look = () =>
  [find('flight')?.dataset.state, find('flight-status')?.textContent, ...['fly', 'fly-pause', 'fly-stop'].map((name) => find(name)?.hidden), (document.activeElement as HTMLElement).dataset.testid ?? '']
const steps = () => opened.events.filter((event) => event.startsWith('at '))

beforeEach(() => {
  screen = new TestScreen()
  scope = new Scope()
  told = []
})
afterEach(() => {
  scope.dispose()
  opened.viewer.dispose()
  screen.close()
})

async function open(): Promise<void> {
  opened = await TestViewer.opened(screen)
  opened.viewer.lookAt(1, 0.2)
  bar = new FlightBar(scope, opened.viewer, PATH, { begun: () => told.push('begun'), over: () => told.push('over') })
}

it('goes along the path, looks ahead, and comes back to where the camera was', async () => {
  await open()
  const shows = vi.spyOn(opened.viewer, 'showPath')
  expect(look()).toEqual(['ready', '', false, true, true, ''])
  press('fly')
  expect(look()).toEqual(['flying', '1 of 3', true, false, false, 'fly-pause'])
  await screen.pass(1.1)
  expect(opened.viewer.heading).toBeCloseTo(0, 3)
  await screen.pass(1.2)
  expect(opened.viewer.viewpointId).toBe('b')
  expect(opened.viewer.heading).toBeCloseTo(EAST, 3)
  expect(find('flight-status')?.textContent).toBe('2 of 3')
  await screen.pass(3)
  expect(steps()).toEqual(['at b', 'at d', 'at a'])
  expect(opened.viewer.heading).toBeCloseTo(1, 3)
  expect(opened.viewer.elevation).toBeCloseTo(0.2, 3)
  expect(told).toEqual(['begun', 'over'])
  expect([look(), shows.mock.calls]).toEqual([['ready', '', false, true, true, 'fly'], [[PATH]]])
})

it('waits while it is paused, and goes on', async () => {
  await open()
  press('fly')
  await screen.pass(1.9)
  press('fly-pause')
  await screen.pass(10)
  expect(steps()).toEqual(['at b'])
  press('fly-pause')
  await screen.pass(1)
  expect(steps()).toEqual(['at b', 'at d'])
})

it('leaves the camera to whoever takes it', async () => {
  await open()
  press('fly')
  await screen.pass(1)
  for (const name of ['pointerdown', 'keydown']) {
    find('fly-stop')?.dispatchEvent(new Event(name, { bubbles: true }))
    expect(look()[0]).toBe('flying')
    screen.element.dispatchEvent(new Event(name, { bubbles: true }))
    expect([look()[0], find('fly-pause')?.textContent]).toEqual(['paused', t('flight.goOn')])
    press('fly-pause')
  }
})

it('stops at once, and where it may be no longer', async () => {
  await open()
  press('fly')
  await screen.pass(1.9)
  press('fly-stop')
  await screen.pass(0.1)
  expect(opened.viewer.viewpointId).toBe('a')
  press('fly')
  await screen.pass(1.9)
  bar.allowed = false
  await screen.pass(5)
  expect([opened.viewer.viewpointId, find('flight')?.hidden]).toEqual(['a', true])
  expect(told).toEqual(['begun', 'over', 'begun', 'over'])
})

it('shows still pictures to people who want less motion', async () => {
  screen.choose('(prefers-reduced-motion: reduce)')
  await open()
  press('fly')
  await screen.pass(0.05)
  expect(opened.viewer.heading).toBeCloseTo(0, 3)
  await screen.pass(1.25)
  expect([opened.viewer.viewpointId, opened.viewer.moving]).toEqual(['b', false])
  await screen.pass(5)
  expect(steps()).toEqual(['at b', 'at d', 'at a'])
})

it('takes its buttons along when its place ends', async () => {
  await open()
  scope.dispose()
  expect(find('flight')).toBeNull()
})

it('comes back where a picture cannot be loaded, and tells that it did not arrive', async () => {
  await open()
  const moves: unknown[] = []
  const moveTo = (there: string, how: object) => {
    moves.push([there, how])
    return there === 'd' ? Promise.reject(new Error('no picture')) : Promise.resolve()
  }
  const lookAt = vi.fn()
  const flight = new Flight(scope, { scan: house(), heading: 1, elevation: 0.2, viewpointId: 'a', moveTo, lookAt }, PATH, true)
  flight.on('over', (arrived) => moves.push(arrived))
  await screen.pass(5)
  const still = { animate: false }
  expect([moves, flight.shown]).toEqual([[['a', still], ['b', still], ['d', still], ['a', still], false], 2])
  expect(lookAt.mock.calls).toEqual([[expect.closeTo(0), 0], [expect.closeTo(EAST), 0], [1, 0.2]])
})
