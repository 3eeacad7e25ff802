import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Scope } from './Scope'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('ends listeners, timers and requests when it is disposed', () => {
  const [scope, target, heard] = [new Scope(), new EventTarget(), vi.fn()]
  scope.listen(target, 'click', heard)
  scope.timeout(1, heard)
  scope.every(1, heard)
  scope.dispose()
  target.dispatchEvent(new Event('click'))
  vi.advanceTimersByTime(5000)
  expect(heard).not.toHaveBeenCalled()
  expect(scope.signal.aborted).toBe(true)
})

it('disposes the scopes below it, and releases the newest thing first', () => {
  const order: string[] = []
  const parent = new Scope()
  const child = new Scope(parent)
  child.add(() => order.push('child, first'))
  child.add(() => order.push('child, second'))
  parent.add(() => order.push('parent'))
  parent.dispose()
  expect(order).toEqual(['parent', 'child, second', 'child, first'])
})

it('forgets what is over, and releases at once what comes too late', () => {
  const [scope, release] = [new Scope(), vi.fn()]
  scope.add(release)()
  scope.dispose()
  expect(release).not.toHaveBeenCalled()
  scope.add(release)
  expect(release).toHaveBeenCalledOnce()
})

it('calls back once after the time, unless it is cancelled', () => {
  const [scope, called] = [new Scope(), vi.fn()]
  scope.timeout(2, called)
  scope.timeout(1, called)()
  vi.advanceTimersByTime(1999)
  expect(called).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(called).toHaveBeenCalledOnce()
})
