import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Scope } from '../../kit/lifecycle/Scope'
import { watchPresence } from './atWork'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('tells of work once in half a minute, and of nothing while nobody is there', () => {
  const scope = new Scope()
  const tell = vi.fn()
  watchPresence(scope, tell)
  vi.advanceTimersByTime(60_000)
  expect(tell).not.toHaveBeenCalled()
  for (const sign of ['keydown', 'wheel', 'pointermove']) document.dispatchEvent(new Event(sign))
  vi.advanceTimersByTime(90_000)
  expect(tell).toHaveBeenCalledTimes(1)
  scope.dispose()
  document.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(60_000)
  expect(tell).toHaveBeenCalledTimes(1)
})
