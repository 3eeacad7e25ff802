// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { eventually, settled } from '../../../testing/until'
import { ApiProblem } from '../../api/ApiProblem'
import type { ApiClient } from '../../api/ApiClient'
import { showWork } from './showWork'

let page: HTMLElement
let kinds: (string | null)[]
let reason: string
const shown: string[] = []
const ends: (() => void)[] = []
const client = () => ({ next: () => Promise.resolve(kinds.length === 0 ? { kind: null, reason } : { kind: kinds.shift()!, reason: null }), visit: () => Promise.resolve(null) }) as unknown as ApiClient
const load = (kind: string) => Promise.resolve({ title: () => kind.toUpperCase(), run: (_page: HTMLElement, _client: ApiClient, again?: () => void) => void (shown.push(kind), ends.push(again!)) })
const find = (name: string) => page.querySelector<HTMLElement>(`[data-testid="${name}"]`)

beforeEach(() => {
  reason = 'nothing'
  page = document.createElement('main')
  document.body.replaceChildren(page)
})
afterEach(() => {
  shown.length = ends.length = 0
  vi.useRealTimers()
})

it('shows whatever is next, task after task, and then that nothing is', async () => {
  kinds = ['guide', 'follower']
  await showWork(page, client(), load)
  expect([shown, document.title]).toEqual([['guide'], 'PanGEA · GUIDE'])
  ends[0]!()
  await eventually(() => expect(shown).toEqual(['guide', 'follower']))
  ends[1]!()
  await eventually(() => expect(find('nothing-to-do')).not.toBeNull())
})

it('notices by itself when there is something again, and opens it when it is asked to', async () => {
  vi.useFakeTimers()
  kinds = [null, null, 'judge', 'judge']
  await showWork(page, client(), load)
  await vi.advanceTimersByTimeAsync(20_000)
  expect([find('nothing-to-do') === null, find('work-is-ready')]).toEqual([false, null])
  await vi.advanceTimersByTimeAsync(20_000)
  expect([shown, find('work-is-ready') === null]).toEqual([[], false])
  find('open-task')!.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(shown).toEqual(['judge'])
})

it('says so to people for whom nothing is collected', async () => {
  kinds = []
  const texts = new Set<string>()
  for (reason of ['nothing', 'unreached']) {
    await showWork(page, client(), load)
    texts.add(find('nothing-to-do')?.querySelector('p')?.textContent ?? '')
    page.replaceChildren()
  }
  expect(texts.size).toBe(2)
})

it('says why it cannot, and tries again', async () => {
  kinds = ['guide']
  const failing = { next: () => Promise.reject(new ApiProblem(503, 'store', 'The disk is full.', 'Wait.')) } as unknown as ApiClient
  await showWork(page, failing, load)
  await settled()
  expect(page.textContent).toContain('The disk is full.')
})
