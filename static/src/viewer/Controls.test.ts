// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestScreen } from '../../testing/TestScreen'
import { radians } from '../graph/angles'
import { Scope } from '../kit/lifecycle/Scope'
import { Controls } from './Controls'

let screen: TestScreen
let scope: Scope
let turned: number

beforeEach(() => {
  screen = new TestScreen()
  scope = new Scope()
  turned = 0
  new Controls(scope, screen.element).on('turn', ({ heading }) => (turned += heading))
})
afterEach(() => {
  scope.dispose()
  screen.close()
})

/** Tells the page of a key now, which was touched so many seconds ago. */
function tell(type: 'keydown' | 'keyup', ago = 0): void {
  const event = new KeyboardEvent(type, { key: 'ArrowRight', code: 'ArrowRight' })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() - 1000 * ago })
  screen.element.dispatchEvent(event)
}

it.each([
  ['frames as they come', [0.25, 0.25], 0],
  ['a page that is told of the release late', [0.6], 0.1],
  ['a release between two frames', [0.5 - 0.003, 0.003], 0],
])('turns by the time for which a key is held: %s', async (_, waits, late) => {
  tell('keydown')
  for (const seconds of waits) await screen.pass(seconds)
  tell('keyup', late)
  expect(turned).toBeCloseTo(radians(75) * 0.5, 3)
  await screen.pass(1)
  expect(turned).toBeCloseTo(radians(75) * 0.5, 3)
})

it('turns a little for a key that is only touched', () => {
  tell('keydown')
  tell('keyup')
  expect(turned).toBeCloseTo(radians(1.5), 9)
})

it('stops where the page loses the keyboard', async () => {
  tell('keydown')
  await screen.pass(0.2)
  screen.element.dispatchEvent(new FocusEvent('blur'))
  const before = turned
  await screen.pass(1)
  tell('keyup')
  expect(turned).toBe(before)
})
