// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { Loading } from './Loading'

let scope: Scope
let container: HTMLElement
let wanted: string
let covered: boolean
let failed: string[]
let loading: Loading

beforeEach(() => {
  vi.useFakeTimers()
  scope = new Scope()
  container = document.createElement('div')
  ;[wanted, covered, failed] = ['a', false, []]
  loading = new Loading(scope, container, { wanted: () => wanted, covered: () => covered, retry: () => undefined, failed: (id, message) => failed.push(`${id}: ${message}`) })
})

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
/** Whether there is a sign, and what is said. */
const told = (): [boolean, string | null] => {
  const notice = container.querySelector<HTMLElement>('[data-testid=viewer-notice]')
  return [container.hasAttribute('data-loading'), notice && !notice.hidden ? (notice.querySelector('p') ?? notice).textContent : null]
}

it.each([[false, 0.3], [true, 1.5]])('shows a sign, later over a poster (%s), then says that it takes long', async (poster, seconds) => {
  covered = poster
  let come = (): void => undefined
  void loading.watch('a', new Promise((resolve) => (come = resolve)))
  await pass(seconds - 0.01)
  expect(told()).toEqual([false, null])
  await pass(0.02)
  expect(told()).toEqual([true, null])
  await pass(9.98 - seconds)
  expect(told()).toEqual([true, null])
  await pass(0.02)
  expect(told()).toEqual([true, expect.stringContaining(t('viewer.slow'))])
  come()
  await pass(0)
  expect(told()).toEqual([false, null])
})

it('leaves what it says of the place that is wanted when another picture comes', async () => {
  loading.fail('a', new Error('gone'))
  await loading.watch('b', Promise.resolve())
  expect([told()[1], loading.hasFailed('a')]).toEqual([expect.stringContaining(t('viewer.failed', { reason: 'gone' })), true])
})

it('tells a failure once until its picture is there, and none of another place or of a page that has ended', async () => {
  const failure = new Error('gone')
  await expect(loading.watch('a', Promise.reject(failure))).rejects.toBe(failure)
  loading.fail('a', failure)
  loading.fail('b', failure)
  expect(failed).toEqual(['a: gone'])
  loading.tellBlurred(true)
  expect(told()[1]).toContain('gone')
  await loading.watch('a', Promise.resolve())
  expect([told()[1], loading.hasFailed('a')]).toEqual([null, false])
  scope.dispose()
  loading.fail('a', 'text')
  expect(failed).toHaveLength(1)
})

it('says that a part stays blurred until it does not', () => {
  loading.tellBlurred(true)
  expect(told()[1]).toContain(t('viewer.blurred'))
  loading.tellBlurred(false)
  expect(told()[1]).toBeNull()
})
