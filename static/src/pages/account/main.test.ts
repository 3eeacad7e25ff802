// @vitest-environment page
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Refusal, TestServer } from '../../../testing/TestServer'
import { settled, until } from '../../../testing/until'

const ME = { annotator_id: 7, role: 'annotator', languages: ['en'], consent: 'given' }
const TEXT = { version: 3, language: 'en', body: [{ element: 'text', text: 'We record.', children: [] }], retention_days: 30, agreed_at: '2026-11-20T08:00:00Z' }

let server: TestServer
let page: HTMLElement
let mode: object
let reloaded: number
let went: unknown[]

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  server = new TestServer()
  vi.stubGlobal('fetch', server.request)
  vi.stubGlobal('indexedDB', new IDBFactory())
  ;[reloaded, went] = [0, []]
  vi.spyOn(location, 'reload').mockImplementation(() => void (reloaded += 1))
  vi.spyOn(location, 'replace').mockImplementation((address) => void went.push(address))
  vi.spyOn(location, 'assign').mockImplementation((address) => void went.push(address))
  mode = { mode: 'links' }
  server.on('GET /sign-in', () => mode)
  server.on('GET /me', () => ME)
  server.on('GET /me/consent?language=:', () => TEXT)
  server.on('DELETE /me', () => ({}))
  server.on('DELETE /sessions/current', () => ({}))
  page = document.createElement('main')
  page.id = 'page'
  document.body.replaceChildren(page)
  history.replaceState(null, '', '/account')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const find = (name: string) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const signedIn = () => localStorage.setItem('pangea-session', 'mine')
async function open(phase: string): Promise<void> {
  await import('./main')
  await until(() => page.dataset.phase === phase)
  await settled()
}

it('shows people their account and what they agreed to', async () => {
  signedIn()
  await open('account')
  expect([page.textContent.includes('You take part as number 7.'), page.textContent.includes('We record.'), page.textContent.includes('Version 3 · Kept for 30 days'), find('own-work') !== null, find('withdraw') !== null]).toEqual([true, true, true, true, true])
})

it('shows staff no way to withdraw, and nobody a text that they did not agree to', async () => {
  signedIn()
  server.on('GET /me', () => ({ ...ME, role: 'reviewer' }))
  server.on('GET /me/consent?language=:', () => ({ ...TEXT, agreed_at: null }))
  await open('account')
  expect([find('withdraw'), find('own-work'), page.querySelector('.consent'), find('sign-out') !== null]).toEqual([null, null, null, true])
})

it('signs out, and forgets the session', async () => {
  signedIn()
  await open('account')
  find('sign-out')?.click()
  await until(() => reloaded === 1)
  expect([server.calls.includes('DELETE /sessions/current'), localStorage.getItem('pangea-session')]).toEqual([true, null])
})

it('withdraws only when somebody is sure, and forgets the session then', async () => {
  signedIn()
  await open('account')
  find('withdraw')?.click()
  find('confirm-no')?.click()
  await settled()
  expect(server.calls).not.toContain('DELETE /me')
  find('withdraw')?.click()
  find('confirm-yes')?.click()
  await until(() => find('withdrawn') !== null)
  expect([server.calls.includes('DELETE /me'), localStorage.getItem('pangea-session')]).toEqual([true, null])
})

it('keeps the session where withdrawing failed', async () => {
  signedIn()
  server.on('DELETE /me', () => new Refusal(503, 'busy'))
  await open('account')
  find('withdraw')?.click()
  find('confirm-yes')?.click()
  await until(() => find('problem') !== null)
  expect(localStorage.getItem('pangea-session')).toBe('mine')
})

it('tells people without a link to open theirs', async () => {
  await open('sign-in')
  expect(find('sign-in-noLink')).not.toBeNull()
})

it('offers to sign in with an account, and leaves for the provider', async () => {
  mode = { mode: 'oidc', oidc: { authorization_endpoint: 'https://login.example/authorize', client_id: 'pangea' } }
  history.replaceState(null, '', '/account?back=%2Fguide%3Fx%3D1#token=abc')
  await open('sign-in')
  expect(find('sign-in')?.textContent).toBe('Sign in with your account')
  find('sign-in')?.click()
  await until(() => went.length === 1)
  const pending = JSON.parse(sessionStorage.getItem('pangea-oidc') ?? '{}') as { link: string; back: string; state: string }
  const address = new URL(String(went[0]))
  expect([address.origin, address.searchParams.get('client_id'), address.searchParams.get('state'), pending.link, pending.back]).toEqual(['https://login.example', 'pangea', pending.state, 'abc', '/guide?x=1'])
})

it('comes in with what the provider sent, and goes where the person wanted to', async () => {
  mode = { mode: 'oidc', oidc: { authorization_endpoint: 'https://login.example/authorize', client_id: 'pangea' } }
  sessionStorage.setItem('pangea-oidc', JSON.stringify({ state: 's', verifier: 'v', link: 'abc', back: '/guide?x=1' }))
  const sent: unknown[] = []
  server.on('POST /sessions', ({ body }) => {
    sent.push(body)
    return {}
  })
  history.replaceState(null, '', '/account?code=c&state=s')
  await import('./main')
  await until(() => went.length === 1)
  const session = localStorage.getItem('pangea-session')
  expect([sent, went]).toEqual([[{ session, invite: 'abc', code: { code: 'c', code_verifier: 'v', redirect_uri: `${location.origin}/account` } }], ['/guide?x=1']])
})

it('shows their account to people who are signed in already', async () => {
  mode = { mode: 'oidc', oidc: { authorization_endpoint: 'https://login.example/authorize', client_id: 'pangea' } }
  signedIn()
  await open('account')
  expect(find('sign-out')).not.toBeNull()
})

it('says why nobody can sign in now', async () => {
  server.offline = true
  await open('sign-in')
  find('retry')?.click()
  expect([find('problem') !== null, reloaded]).toEqual([true, 1])
})
