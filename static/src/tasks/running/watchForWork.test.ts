// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestScreen } from '../../../testing/TestScreen'
import { ApiProblem } from '../../api/ApiProblem'
import { Scope } from '../../kit/lifecycle/Scope'
import { watchForWork } from './watchForWork'

let screen: TestScreen
let scope: Scope
let hidden = false

beforeEach(() => {
  screen = new TestScreen()
  scope = new Scope()
  hidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
})
afterEach(() => {
  scope.dispose()
  screen.close()
})

const show = (shown: boolean) => {
  hidden = !shown
  document.dispatchEvent(new Event('visibilitychange'))
}

it('looks every quarter of a minute at first, and later no more than once a minute', async () => {
  const look = vi.fn(() => Promise.resolve())
  watchForWork(scope, look)
  await screen.pass(300)
  expect(look.mock.calls.length).toBeGreaterThanOrEqual(17)
  expect(look.mock.calls.length).toBeLessThanOrEqual(24)
  await screen.pass(3600)
  look.mockClear()
  await screen.pass(3600)
  expect(look.mock.calls.length).toBeGreaterThan(50)
  expect(look.mock.calls.length).toBeLessThan(72)
})

it('asks nothing while nobody sees it, and looks at once when somebody does', async () => {
  const look = vi.fn(() => Promise.resolve())
  watchForWork(scope, look)
  show(false)
  await screen.pass(600)
  expect(look).not.toHaveBeenCalled()
  show(true)
  await screen.pass(0)
  expect(look).toHaveBeenCalledTimes(1)
  show(false)
  show(true)
  await screen.pass(20)
  expect(look).toHaveBeenCalledTimes(2)
})

it('waits as long as the server asks, and goes on after a failure', async () => {
  const look = vi.fn(() => Promise.resolve())
  look.mockRejectedValueOnce(new ApiProblem(429, 'too_many_requests', '', '', 100))
  watchForWork(scope, look)
  await screen.pass(110)
  expect(look).toHaveBeenCalledTimes(1)
  await screen.pass(30)
  expect(look.mock.calls.length).toBeGreaterThan(1)
})

it('stops when the person may not ask any more, and with its scope', async () => {
  const refused = vi.fn(() => Promise.reject(new ApiProblem(401, 'not_signed_in', '', '')))
  watchForWork(scope, refused)
  await screen.pass(300)
  expect(refused).toHaveBeenCalledTimes(1)
  const look = vi.fn(() => Promise.resolve())
  watchForWork(scope, look)
  scope.dispose()
  await screen.pass(300)
  expect(look).not.toHaveBeenCalled()
})
