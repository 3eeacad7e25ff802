import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { forgetSession, keepForLink, keepSession, keptSession, newToken, personalLink, sessionOfLink } from './kept'

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

it('keeps a session for this tab, and the last one for new tabs', () => {
  keepSession('guide')
  vi.stubGlobal('sessionStorage', new Shelf())
  expect(keptSession()).toBe('guide')
  keepSession('follower')
  expect(keptSession()).toBe('follower')
})

it('knows what it opened a link with, until that is over', () => {
  keepForLink('link-one-and-more', 'mine')
  expect(sessionOfLink('link-one-and-more')).toBe('mine')
  expect(sessionOfLink('link-two-and-more')).toBeNull()
  keepSession('mine')
  forgetSession('mine')
  expect([keptSession(), sessionOfLink('link-one-and-more')]).toEqual([null, null])
})

it('keeps a session for as long as the page where the browser blocks storage', () => {
  const blocked = () => {
    throw new DOMException('Access is denied.', 'SecurityError')
  }
  const storage = { getItem: blocked, setItem: blocked, removeItem: blocked }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  expect(keepSession('s3cret')).toBe(false)
  expect(personalLink()).toBe('/replay?id=12#session=s3cret')
  forgetSession('s3cret')
  expect(keptSession()).toBeNull()
})
