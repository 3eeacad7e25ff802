// @vitest-environment page
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => document.body.replaceChildren())

it.each([
  ['', 'missing', ['/me', '/']],
  ['help_not_built', 'help-not-built', ['/']],
])('says what is missing (%s), and where to go on', async (problem, name, links) => {
  vi.resetModules()
  document.body.innerHTML = `<main id="page" data-problem="${problem}"></main>`
  await import('./main')
  const told = document.querySelector(`[data-testid=${name}]`)
  expect([...(told?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual(links)
})
