// @vitest-environment page
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Empty, Refusal, TestServer } from '../../../testing/TestServer'
import { settled, until } from '../../../testing/until'
import { timeInZone } from '../../kit/formatting/format'

const STUDY = { study_id: 's1', is_open: true, opens_at: null, kind: 'guide', languages: ['en'], platform: 'prolific', required: 3, worker_parameter: 'PROLIFIC_PID' }
const VISIT = { study_id: 's1', platform: 'prolific', kind: 'guide', required: 3, done: 0, code: null, way_back: null }
const ADDRESS = '/enter?study=s1&key=k&PROLIFIC_PID=worker-1&SESSION_ID=x'

let server: TestServer
let page: HTMLElement
let visits: { session: string; ids: Record<string, string> }[]
let visit: object

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  server = new TestServer()
  vi.stubGlobal('fetch', server.request)
  vi.stubGlobal('indexedDB', new IDBFactory())
  visits = []
  visit = VISIT
  server.on('GET /studies/s1?key=k', () => STUDY)
  server.on('POST /studies/s1/visits?key=k', ({ body }) => {
    visits.push(body as (typeof visits)[number])
    return visit
  })
  server.on('GET /me', () => ({ annotator_id: 7, role: 'annotator' }))
  server.on('GET /me/visit', () => visit)
  page = document.createElement('main')
  page.id = 'page'
  document.body.replaceChildren(page)
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const find = (name: string) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`)
async function open(address: string, phase: string): Promise<void> {
  history.replaceState(null, '', address)
  await import('./main')
  await until(() => page.dataset.phase === phase)
  await settled()
}

it('welcomes whom a platform sends, with a session of their own, which the address does not show', async () => {
  await open(ADDRESS, 'offer')
  const session = localStorage.getItem('pangea-session')
  expect(visits).toEqual([{ session, ids: { PROLIFIC_PID: 'worker-1', SESSION_ID: 'x' } }])
  expect([find('welcome')?.querySelectorAll('li').length, find('welcome')?.textContent.includes('3'), find('begin')?.getAttribute('href'), location.pathname + location.search]).toEqual([3, true, `/guide#session=${session}`, '/enter'])
})

it('comes in again with the same session', async () => {
  await open(ADDRESS, 'offer')
  vi.resetModules()
  page.removeAttribute('data-phase')
  visit = { ...VISIT, done: 1 }
  await open(ADDRESS, 'visit')
  expect([visits.length, visits[1]?.session === visits[0]?.session, find('visit-progress') !== null, find('go-on') !== null]).toEqual([2, true, true, true])
})

it('comes in with the same session where the answer to the first visit was lost', async () => {
  server.loseAnswerOf('POST /studies/s1/visits?key=k')
  await open(ADDRESS, 'sign-in')
  vi.resetModules()
  page.removeAttribute('data-phase')
  await open(ADDRESS, 'offer')
  expect([visits.length, visits[1]]).toEqual([2, visits[0]])
})

it('asks whoever is signed in before it makes the browser somebody else’s', async () => {
  localStorage.setItem('pangea-session', 'mine')
  history.replaceState(null, '', ADDRESS)
  await import('./main')
  await until(() => find('confirm-dialog') !== null)
  expect([find('confirm-dialog')?.textContent.includes('worker-1'), visits]).toEqual([true, []])
  find('confirm-no')?.click()
  await until(() => page.dataset.phase === 'visit')
  expect([visits, localStorage.getItem('pangea-session'), location.search]).toEqual([[], 'mine', ''])
})

it('shows a preview without anything to begin', async () => {
  server.on('POST /studies/s1/visits?key=k', () => new Refusal(409, 'preview'))
  await open(ADDRESS, 'offer')
  expect([find('preview') !== null, find('begin')]).toEqual([true, null])
})

it('tells who comes early when it begins, and lets them in by itself', async () => {
  const opensAt = '2126-12-02T09:00:00Z'
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date('2126-12-02T08:59:50Z') })
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  try {
    server.on('GET /studies/s1?key=k', () => ({ ...STUDY, opens_at: opensAt }))
    server.on('POST /studies/s1/visits?key=k', () => new Refusal(409, 'not_yet_open'))
    await open(ADDRESS, 'early')
    expect([find('study-early')?.textContent, location.search]).toEqual([expect.stringContaining(timeInZone(opensAt)), ADDRESS.slice('/enter'.length)])
    vi.setSystemTime(new Date('2126-12-02T08:59:40Z'))
    vi.advanceTimersByTime(15_000)
    expect(reload).not.toHaveBeenCalled()
    vi.advanceTimersByTime(15_000)
    expect(reload).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
    reload.mockRestore()
  }
})

it.each([
  ['study_not_found', 'unknown'],
  ['study_closed', 'closed'],
  ['entry_claimed', 'claimed'],
  ['invalid_data', 'unknown'],
])('says what %s means: %s', async (code, state) => {
  server.on('GET /studies/s1?key=k', () => new Refusal(404, code))
  await open(ADDRESS, 'refused')
  expect(find(`study-${state}`)).not.toBeNull()
})

it('says what else failed', async () => {
  server.on('GET /studies/s1?key=k', () => new Refusal(500, 'internal'))
  await open(ADDRESS, 'sign-in')
  expect(find('problem')).not.toBeNull()
})

it('shows returning people how far they are, and tells others to open their link', async () => {
  await open('/enter', 'visit')
  expect(find('sign-in-noLink')).not.toBeNull()
  vi.resetModules()
  page.removeAttribute('data-phase')
  localStorage.setItem('pangea-session', 'mine')
  visit = { ...VISIT, done: 2 }
  await open('/enter', 'visit')
  expect(find('visit-progress')?.textContent).toContain('2')
  vi.resetModules()
  page.removeAttribute('data-phase')
  server.on('GET /me/visit', () => new Empty())
  await open('/enter', 'visit')
  expect(find('sign-in-noLink')).not.toBeNull()
})
