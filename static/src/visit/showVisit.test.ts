// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Empty, Refusal, TestServer } from '../../testing/TestServer'
import { settled } from '../../testing/until'
import { ApiClient } from '../api/ApiClient'
import type { VisitView } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'
import { showOwnVisit, showVisit } from './showVisit'

const VISIT: VisitView = { study_id: 's1', platform: 'prolific', kind: 'guide', required: 3, done: 2, code: null, way_back: null }
const DONE: VisitView = { ...VISIT, done: 3, code: 'ABC' }

let server: TestServer
let scope: Scope
let root: HTMLElement

beforeEach(() => {
  localStorage.clear()
  server = new TestServer()
  scope = new Scope()
  root = document.createElement('main')
  document.body.replaceChildren(root)
})
afterEach(() => {
  scope.dispose()
  vi.unstubAllGlobals()
})

const find = (name: string) => root.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const client = () => new ApiClient('secret', undefined, server.request)
const show = (visit: VisitView, options?: Parameters<typeof showVisit>[4]) => showVisit(scope, root, client(), visit, options)

it('says how much is done, and leads on only where it is asked to', async () => {
  await show(VISIT)
  const bar = root.querySelector('progress')
  expect([bar?.max, bar?.value, root.querySelector('h2')?.textContent, find('go-on'), find('visit-complete')]).toEqual([3, 2, bar?.getAttribute('aria-label'), null, null])
  root.replaceChildren()
  await show(VISIT, { open: true })
  expect(find('go-on')?.getAttribute('href')).toBe('/guide')
})

it('says to people without a further task that there is none', async () => {
  await show(VISIT)
  const stored = root.querySelector('p')?.textContent
  root.replaceChildren()
  await show(VISIT, { stuck: true })
  expect(root.querySelector('p')?.textContent).not.toBe(stored)
})

it('asks for the code once everything is done, and not again where there is one', async () => {
  server.on('POST /me/visit/completion', () => DONE)
  await show({ ...DONE, code: null })
  expect([find('completion-code')?.textContent, server.calls]).toEqual(['ABC', ['POST /me/visit/completion']])
  root.replaceChildren()
  await show(DONE)
  expect([find('completion-code')?.textContent, server.calls.length]).toEqual(['ABC', 1])
})

it('says why there is no code yet', async () => {
  server.refuse(() => new Refusal(409, 'visit_open', 'Not all is verified.'))
  await show({ ...DONE, code: null })
  expect([find('problem')?.textContent.includes('Not all is verified.'), find('completion-code')]).toEqual([true, null])
})

it('leads back to the platform, by link or by form, or says to paste the code', async () => {
  await show(DONE)
  expect([find('way-back'), root.querySelector('.message-remedy') !== null]).toEqual([null, true])
  root.replaceChildren()
  await show({ ...DONE, way_back: { method: 'get', url: 'https://app.example/done?cc=ABC', fields: {} } })
  expect([find('way-back')?.getAttribute('href'), root.querySelector('.message-remedy')]).toEqual(['https://app.example/done?cc=ABC', null])
  const prolific = find('way-back')?.textContent
  root.replaceChildren()
  await show({ ...DONE, platform: 'mturk', way_back: { method: 'post', url: 'https://www.example/submit', fields: { assignmentId: 'A1', code: 'ABC' } } })
  const form = root.querySelector('form')
  expect([form?.method, form?.getAttribute('action'), [...new FormData(form!)], find('way-back')?.textContent !== prolific]).toEqual(['post', 'https://www.example/submit', [['assignmentId', 'A1'], ['code', 'ABC']], true])
})

it('copies the code, or selects it where the browser refuses', async () => {
  const write = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText: write } })
  await show(DONE)
  find('copy-code')?.click()
  await settled()
  const copied = root.querySelector('[role=status]')?.textContent
  expect(write.mock.calls).toEqual([['ABC']])
  write.mockRejectedValue(new Error('refused'))
  find('copy-code')?.click()
  await settled()
  expect([copied === '', root.querySelector('[role=status]')?.textContent === copied, getSelection()?.toString()]).toEqual([false, false, 'ABC'])
})

it('shows nothing to people whom no platform sent, or where nobody knows', async () => {
  server.on('GET /me/visit', () => new Empty())
  await showOwnVisit(scope, root, client())
  server.offline = true
  await showOwnVisit(scope, root, client())
  expect(root.childElementCount).toBe(0)
  server.offline = false
  server.on('GET /me/visit', () => VISIT)
  await showOwnVisit(scope, root, client(), { open: true })
  expect(find('go-on')).not.toBeNull()
})
