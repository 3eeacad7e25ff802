// @vitest-environment page
import 'fake-indexeddb/auto'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Refusal, TestServer } from '../../testing/TestServer'
import { until } from '../../testing/until'
import type { ApiClient } from '../api/ApiClient'
import { ApiProblem } from '../api/ApiProblem'
import { keepSession } from '../kit/identity/kept'
import { enter, ownWorkLink, refusal } from './enter'

let server: TestServer
let page: HTMLElement
let shown: ApiClient[]

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  indexedDB.deleteDatabase('pangea-session')
  server = new TestServer()
  vi.stubGlobal('fetch', server.request)
  server.on('GET /me', () => ({ annotator_id: 7, role: 'annotator' }))
  page = document.createElement('main')
  document.body.replaceChildren(page)
  history.replaceState(null, '', '/guide?x=1')
  shown = []
  await Promise.resolve()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const open = () => enter(page, 'Guide', (client) => shown.push(client))
const find = (name: string) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`)

it('shows the page to who is signed in, and in its footer whose it is', async () => {
  const footer = document.createElement('footer')
  footer.className = 'page-foot'
  document.body.append(footer)
  await keepSession('mine')
  await open()
  expect(shown.map(({ token }) => token)).toEqual(['mine'])
  await until(() => footer.textContent === 'Person 7')
  expect(ownWorkLink().getAttribute('href')).toBe('/me#session=mine')
})

it('tells people without a link to open theirs, where links let people in', async () => {
  server.on('GET /sign-in', () => ({ mode: 'links' }))
  await open()
  expect([shown, find('sign-in-noLink') !== null]).toEqual([[], true])
})

it('leads to the account page, and back, where accounts let people in', async () => {
  const went = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  server.on('GET /sign-in', () => ({ mode: 'oidc' }))
  await open()
  expect(went.mock.calls).toEqual([['/account?back=%2Fguide%3Fx%3D1']])
})

it('leads to the account page, with the link, where a link alone does not let people in', async () => {
  const went = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  history.replaceState(null, '', '/guide#token=abc')
  server.on('POST /sessions', () => new Refusal(401, 'id_token'))
  await open()
  expect(went.mock.calls).toEqual([['/account?back=%2Fguide#token=abc']])
})

it('says what is wrong, and tries again', async () => {
  server.offline = true
  await open()
  expect([find('problem') !== null, shown]).toEqual([true, []])
  server.offline = false
  await keepSession('mine')
  find('retry')?.click()
  await until(() => shown.length === 1)
})

it.each([
  ['invite_claimed', 'claimed'],
  ['invite_expired', 'expired'],
  ['invite_not_known', 'unknown'],
  ['invalid_request', 'unknown'],
  ['not_signed_in', 'ended'],
  ['not_invited', 'notInvited'],
  ['access', 'notForYou'],
  ['record_withdrawn', 'withdrawn'],
])('says for %s: %s', (code, state) => {
  expect(refusal(new ApiProblem(403, code, '', ''))?.dataset.testid).toBe(`sign-in-${state}`)
})

it('says nothing of other failures', () => {
  expect([refusal(new ApiProblem(500, 'internal', '', '')), refusal(new Error('access'))]).toEqual([null, null])
})
