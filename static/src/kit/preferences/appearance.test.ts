// @vitest-environment page
import { afterEach, expect, it, vi } from 'vitest'

import { appearance, chooseAppearance, DARK, dress } from './appearance'

const isDark = () => document.documentElement.classList.contains('dark')
const deviceIs = (look: 'dark' | 'light') =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: query === DARK && look === 'dark' }) as MediaQueryList)

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  document.head.replaceChildren()
})

it.each(['dark', 'light'] as const)('keeps annotators in the dark from the first page to the last, on a %s device', (look) => {
  deviceIs(look)
  dress()
  expect([appearance(), isDark()]).toEqual(['dark', true])
})

it.each(['dark', 'light'] as const)('shows the data team what a %s device shows', (look) => {
  document.head.innerHTML = '<meta name="audience" content="staff">'
  deviceIs(look)
  dress()
  expect([appearance(), isDark()]).toEqual(['device', look === 'dark'])
})

it('remembers a choice, and shows it at once', () => {
  deviceIs('dark')
  chooseAppearance('light')
  expect([appearance(), isDark()]).toEqual(['light', false])
  chooseAppearance('device')
  expect(isDark()).toBe(true)
})
