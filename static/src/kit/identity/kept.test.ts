import 'fake-indexeddb/auto'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { forgetSession, keepForLink, keepSession, keptSession, newToken, personalLink, recallSessions, sessionOfLink } from './kept'

class Shelf implements Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  [name: string]: unknown
  getItem = (name: string) => (this[name] as string | undefined) ?? null
  setItem = (name: string, value: string) => void (this[name] = value)
  removeItem = (name: string) => void Reflect.deleteProperty(this, name)
}

beforeEach(() => {
  vi.stubGlobal('location', { hash: '', pathname: '/replay', search: '?id=12' })
  vi.stubGlobal('sessionStorage', new Shelf())
  vi.stubGlobal('localStorage', new Shelf())
})
afterEach(() => void vi.unstubAllGlobals())

it('makes tokens of 256 random bits', () => {
  const tokens = new Set(Array.from({ length: 50 }, newToken))
  expect(tokens.size).toBe(50)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

it('keeps a session for this tab, and the last one for new tabs', async () => {
  await keepSession('guide')
  vi.stubGlobal('sessionStorage', new Shelf())
  expect(keptSession()).toBe('guide')
  await keepSession('follower')
  expect(keptSession()).toBe('follower')
  localStorage.setItem('pangea-session', 'of another tab')
  expect(keptSession()).toBe('follower')
})

it('knows what it opened a link with, until that is over', async () => {
  await keepForLink('link-one-and-more', 'mine')
  expect(sessionOfLink('link-one-and-more')).toBe('mine')
  expect(sessionOfLink('link-two-and-more')).toBeNull()
  await keepSession('mine')
  await forgetSession('mine')
  expect([keptSession(), sessionOfLink('link-one-and-more')]).toEqual([null, null])
})

it('keeps a session for as long as the page where the browser blocks storage', async () => {
  const blocked = () => {
    throw new DOMException('Access is denied.', 'SecurityError')
  }
  const storage = { getItem: blocked, setItem: blocked, removeItem: blocked }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  expect(await keepSession('s3cret')).toBe(false)
  expect(personalLink()).toBe('/replay?id=12#session=s3cret')
  await forgetSession('s3cret')
  expect(keptSession()).toBeNull()
})

it('brings sessions back that localStorage lost in a power cut, and none that was forgotten', async () => {
  const cutPower = () => {
    vi.stubGlobal('sessionStorage', new Shelf())
    vi.stubGlobal('localStorage', new Shelf())
  }
  await keepForLink('link-one-and-more', 'mine')
  await keepSession('mine')
  cutPower()
  await recallSessions()
  expect([keptSession(), sessionOfLink('link-one-and-more')]).toEqual(['mine', 'mine'])
  await forgetSession('mine')
  cutPower()
  await recallSessions()
  expect([keptSession(), sessionOfLink('link-one-and-more')]).toEqual([null, null])
})

it('brings nothing back while this browser has a session', async () => {
  await keepForLink('link-one-and-more', 'mine')
  vi.stubGlobal('localStorage', new Shelf())
  sessionStorage.setItem('pangea-session', 'another')
  await recallSessions()
  expect([keptSession(), sessionOfLink('link-one-and-more')]).toEqual(['another', null])
  await forgetSession('mine')
})
