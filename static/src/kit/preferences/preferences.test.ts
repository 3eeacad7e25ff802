// @vitest-environment page
import { afterEach, expect, it, vi } from 'vitest'

import { lastWork, rememberWork } from './lastWork'
import { prefer, preference } from './preferences'

afterEach(() => void vi.unstubAllGlobals())

it('remembers a choice, and the page of the last task without what else its address says', () => {
  history.replaceState(null, '', '/guide?a=1#b')
  prefer('look', 'dark')
  rememberWork()
  expect([preference('look'), localStorage.getItem('pangea-look'), preference('other'), lastWork()]).toEqual(['dark', 'dark', null, '/guide'])
})

it('remembers it as long as the page where a browser keeps nothing', () => {
  const refuse = () => {
    throw new DOMException('Access is denied.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  prefer('look', 'light')
  expect([preference('look'), preference('other')]).toEqual(['light', null])
})
