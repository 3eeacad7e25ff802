import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Scope } from '../../kit/lifecycle/Scope'
import { Renewals, watchPresence } from './atWork'

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

it('renews a lease every four minutes, but for the time in which an answer is on its way', () => {
  const renewed: [isActive: boolean, signal: AbortSignal][] = []
  const renewals = new Renewals(new Scope(), (...told) => Promise.resolve(void renewed.push(told)))
  vi.advanceTimersByTime(239_999)
  document.dispatchEvent(new Event('keydown'))
  expect(renewed).toEqual([])
  vi.advanceTimersByTime(1)
  expect(renewed.map(([isActive]) => isActive)).toEqual([false, true])
  renewals.rest()
  expect(renewed.every(([, signal]) => signal.aborted)).toBe(true)
  vi.advanceTimersByTime(500_000)
  expect(renewed).toHaveLength(2)
  renewals.goOn()
  vi.advanceTimersByTime(240_000)
  expect(renewed).toHaveLength(3)
})
