import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { personalLink, takeToken } from './token'

const replaceState = vi.fn()

function openPage(hash: string, stored: string | null) {
  const storage = { getItem: vi.fn(() => stored), setItem: vi.fn() }
  vi.stubGlobal('location', { hash, pathname: '/replay', search: '?id=12' })
  vi.stubGlobal('history', { state: null, replaceState })
  vi.stubGlobal('sessionStorage', storage)
  return storage
}

beforeEach(() => void replaceState.mockClear())
afterEach(() => void vi.unstubAllGlobals())

it('moves the token from the address to the tab, and leaves the rest of the address', () => {
  const storage = openPage('#token=s3cret&t=7', null)
  expect(takeToken()).toBe('s3cret')
  expect(storage.setItem).toHaveBeenCalledWith('pangea-token', 's3cret')
  expect(replaceState).toHaveBeenCalledWith(null, '', '/replay?id=12#t=7')
})

it('remembers the token of this tab when the page is opened again', () => {
  openPage('', 's3cret')
  expect(takeToken()).toBe('s3cret')
  expect(replaceState).not.toHaveBeenCalled()
})

it('keeps the token for as long as the page where the browser blocks storage', () => {
  openPage('#token=s3cret', null)
  const blocked = () => {
    throw new DOMException('Access is denied.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked })
  expect(takeToken()).toBe('s3cret')
  expect(personalLink()).toBe('/replay?id=12#token=s3cret')
})
