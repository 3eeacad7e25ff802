// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestScreen } from '../../testing/TestScreen'
import { TestViewer } from '../../testing/TestViewer'
import { radians } from '../graph/angles'
import { preferTurns } from './path/turnPreference'

let screen: TestScreen
let test: TestViewer | null

beforeEach(() => {
  screen = new TestScreen(600, 600)
  test = null
})
afterEach(() => {
  test?.viewer.dispose()
  screen.close()
})

/** Opened at b, with its back to where the path goes on. */
const opposite = async () => {
  const opened = await TestViewer.opened(screen, { viewpointId: 'b', heading: Math.PI })
  opened.viewer.showPath(['a', 'b', 'd'])
  await screen.pass(1)
  return opened
}
const button = (name: string) => screen.element.querySelector<HTMLElement>(`[data-testid=${name}]`)

it('turns to the next stretch after a step along the path, with the next place in the picture', async () => {
  const { viewer } = (test = await TestViewer.opened(screen, { elevation: radians(40) }))
  viewer.showPath(['a', 'b', 'd'])
  void viewer.moveTo('b')
  await screen.pass(0.5)
  expect([viewer.moving, viewer.heading]).toEqual([true, expect.closeTo(0)])
  await screen.pass(0.3)
  expect(Math.abs(viewer.heading - radians(45))).toBeLessThan(radians(20))
  await screen.pass(0.4)
  expect(viewer.heading).toBeCloseTo(radians(90))
  expect(viewer.elevation).toBeLessThan(radians(5))
  expect(button('path-hint')?.hidden).toBe(true)
})

it('says that the camera moves from the beginning of a step to the end of the turn after it, and while a person turns it', async () => {
  const { viewer } = (test = await TestViewer.opened(screen))
  const says = () => screen.element.hasAttribute('data-moving')
  viewer.showPath(['a', 'b', 'd'])
  await screen.pass(1)
  expect(says()).toBe(false)
  void viewer.moveTo('b')
  const said: boolean[] = []
  for (let tenth = 0; tenth < 20; tenth++) {
    await screen.pass(0.1)
    said.push(says())
  }
  const last = said.lastIndexOf(true)
  expect([said.indexOf(false), said.at(-1)]).toEqual([last + 1, false])
  expect(last).toBeGreaterThan(8) // 0.5 s of a step, 0.4 s of a turn
  expect(viewer.heading).toBeCloseTo(radians(90))
  viewer.lookAt(1, 0)
  await screen.pass(0.05)
  viewer.lookAt(1.1, 0)
  await screen.pass(0.05)
  expect(says()).toBe(true)
  await screen.pass(0.5)
  expect(says()).toBe(false)
})

it('does not turn after a step back, off the path, or without a path, nor for who switched it off', async () => {
  const { viewer } = (test = await TestViewer.opened(screen, { viewpointId: 'b', heading: 1 }))
  const headingAfter = async (viewpointId: string) => {
    void viewer.moveTo(viewpointId)
    await screen.pass(2)
    return viewer.heading
  }
  expect(await headingAfter('a')).toBeCloseTo(1)
  await headingAfter('b')
  viewer.showPath(['a', 'b', 'd'])
  expect([await headingAfter('c'), viewer.offPath]).toEqual([expect.closeTo(1), true])
  expect([await headingAfter('b'), viewer.offPath]).toEqual([expect.closeTo(radians(90)), false])
  expect(await headingAfter('a')).toBeCloseTo(radians(90))
  preferTurns(false)
  viewer.lookAt(2, 0)
  expect(await headingAfter('b')).toBeCloseTo(2)
  preferTurns(true)
})

it('lets go of a turn when the person turns the camera, and does not begin one meanwhile', async () => {
  const { viewer } = (test = await opposite())
  viewer.facePath()
  await screen.pass(0.1)
  viewer.lookAt(-1, 0)
  await screen.pass(1)
  expect(viewer.heading).toBeCloseTo(-1)

  void viewer.moveTo('a', { animate: false })
  await screen.pass(1)
  void viewer.moveTo('b')
  screen.element.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 1, button: 0 }))
  await screen.pass(2)
  expect([viewer.viewpointId, viewer.heading]).toEqual(['b', expect.closeTo(-1)])
})

it('turns at once for people who want less motion', async () => {
  const { viewer } = (test = await opposite())
  screen.choose('(prefers-reduced-motion: reduce)')
  viewer.facePath()
  expect(viewer.heading).toBeCloseTo(radians(90))
})

it('says once where the path goes on, and turns there when the button is pressed', async () => {
  const { viewer } = (test = await opposite())
  const [hint, said] = [button('path-hint'), button('path-said')]
  expect([hint?.hidden, hint?.textContent, said?.textContent]).toEqual([false, 'The path is on your left: turn', 'The path is on your left: turn'])
  viewer.lookAt(radians(-60), 0)
  await screen.pass(0.3)
  expect([hint?.textContent, said?.textContent]).toEqual(['The path is behind you: turn', 'The path is on your left: turn'])
  await screen.pass(1)
  expect(said?.textContent).toBe('The path is behind you: turn')
  hint?.focus()
  hint?.click()
  await screen.pass(1)
  expect([viewer.heading, hint?.hidden, said?.textContent]).toEqual([expect.closeTo(radians(90)), true, ''])
  expect(document.activeElement).toBe(screen.element)
})

it('says that a person has left the path, and leads back', async () => {
  const { viewer } = (test = await TestViewer.opened(screen, { viewpointId: 'b' }))
  viewer.showPath(['b', 'a'])
  void viewer.moveTo('c')
  await screen.pass(2)
  const notice = button('off-path')
  expect([viewer.nextOnPath, notice?.querySelector('p')?.textContent, button('path-hint')?.hidden]).toEqual(['b', 'You are off the path. The way back: Exit: behind you, 3.0 metres.', true])
  viewer.lookAt(Math.PI, 0)
  await screen.pass(2)
  expect(notice?.textContent).toContain('straight ahead')
  button('back-to-path')?.click()
  await screen.pass(2)
  expect([viewer.viewpointId, viewer.offPath, notice?.querySelector('p')?.textContent, button('back-to-path')?.hidden]).toEqual(['b', false, '', true])
})

it('steps along the path by a key, without a turn', async () => {
  const { viewer } = (test = await TestViewer.opened(screen))
  const enter = async () => {
    screen.element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
    await screen.pass(2)
    return viewer.viewpointId
  }
  viewer.showPath(['a', 'b', 'd'])
  expect([await enter(), await enter()]).toEqual(['b', 'd'])
  preferTurns(false)
  await viewer.moveTo('b', { animate: false })
  viewer.showPath(['a', 'b', 'd'])
  for (const [heading, place] of [[0, 'c'], [-0.2, 'c'], [0.6, 'd'], [Math.PI, 'a'], [-1.7, 'd']] as const) {
    await viewer.moveTo('b', { animate: false })
    viewer.showPath(['a', 'b', 'd'])
    viewer.lookAt(heading, 0)
    expect(await enter(), String(heading)).toBe(place)
  }
  preferTurns(true)
})

it('says why there is no step beside a path that a person is kept to, when they try, until they step on it', async () => {
  const options = { viewpointId: 'b', navigable: () => ['a', 'd'], whyNotElsewhere: 'Stay on the path.' }
  const { viewer } = (test = await TestViewer.opened(screen, options))
  const said = () => button('kept-to-path')?.textContent
  const click = async (heading: number, elevation = radians(-20)) => {
    viewer.lookAt(heading, elevation)
    await screen.pass(1)
    const middle = { pointerId: 1, button: 0, clientX: 300, clientY: 300 }
    for (const type of ['pointerdown', 'pointerup']) screen.element.dispatchEvent(new PointerEvent(type, middle))
    await screen.pass(1)
  }
  await click(radians(-170))
  expect([said(), viewer.viewpointId], 'towards a, which is on the path').toEqual(['', 'b'])
  await click(radians(-90))
  expect(said(), 'towards a wall').toBe('')
  await click(0, radians(40))
  expect(said(), 'towards the ceiling').toBe('')
  await click(0)
  expect([said(), viewer.viewpointId], 'towards c').toEqual(['Stay on the path.', 'b'])
  await screen.pass(6)
  expect(said()).toBe('')
  await click(0)
  viewer.lookAt(Math.PI, 0)
  screen.element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
  expect(said(), 'on the way to a').toBe('')
})

it('shows the goal once it is in sight', async () => {
  const { viewer } = (test = await TestViewer.opened(screen))
  viewer.showPath(['a', 'b', 'd'])
  await screen.pass(1)
  const overPicture = () => [test?.layers, viewer.steps.length]
  expect(overPicture(), 'ribbon, arrow and a ring').toEqual([3, 1])
  await viewer.moveTo('b', { animate: false })
  await screen.pass(1)
  expect(overPicture(), 'the light of the goal, too').toEqual([7, 3])
})
