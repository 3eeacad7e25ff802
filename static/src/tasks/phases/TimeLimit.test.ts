// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestScreen } from '../../../testing/TestScreen'
import { Scope } from '../../kit/lifecycle/Scope'
import { TimeLimit } from './TimeLimit'

let screen: TestScreen
let scope: Scope
beforeEach(() => {
  screen = new TestScreen()
  scope = new Scope()
})
afterEach(() => {
  scope.dispose()
  screen.close()
})

const told = ({ element }: TimeLimit) => [element.querySelector('[role=timer]')?.textContent, element.querySelector('[role=status]')?.textContent, element.dataset.left]

it('shows all of the time before it passes, and what is left of it while it does', async () => {
  const time = new TimeLimit(scope, 90)
  await screen.pass(5)
  expect(told(time)).toEqual(['1:30 left', '', 'enough'])
  time.turn(true)
  await screen.pass(10)
  expect(told(time)).toEqual(['1:20 left', '', 'enough'])
  time.turn(false)
  await screen.pass(600)
  expect([time.used, told(time)[0]]).toEqual([expect.closeTo(10, 1), '1:20 left'])
})

it('says how little is left a minute and ten seconds before the end, and that it is over', async () => {
  const time = new TimeLimit(scope, 62)
  time.turn(true)
  await screen.pass(3)
  expect(told(time)).toEqual(['0:59 left', '1:00 left', 'enough'])
  await screen.pass(50)
  expect(told(time)).toEqual(['0:09 left', '0:10 left', 'little'])
  await screen.pass(10)
  expect(told(time)).toEqual(['The time is up: 0:01 over', 'The time is up.', 'none'])
})

it('ends the work once, and again where somebody comes back to it', async () => {
  let ended = 0
  const time = new TimeLimit(scope, 5)
  time.turn(true, () => (ended += 1))
  await screen.pass(4)
  expect(ended).toBe(0)
  await screen.pass(30)
  expect(ended).toBe(1)
  time.turn(false)
  time.turn(true, () => (ended += 1))
  expect(ended).toBe(2)
})

it('goes on with what had passed before the page was left', () => {
  const time = new TimeLimit(scope, 60, 45)
  expect([time.left, told(time)[0]]).toEqual([15, '0:15 left'])
})
