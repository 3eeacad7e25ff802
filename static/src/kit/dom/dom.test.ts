// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Scope } from '../lifecycle/Scope'
import { button, relabel } from './button'
import { download } from './download'
import { choices, commentField } from './fields'
import { html } from './html'
import { trustOnly } from './trustedTypes'

const scope = new Scope()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('leaves attributes out that are false, and gives those that are true no value', () => {
  expect(html('input', { disabled: true, hidden: false, max: 0, class: 'a' }).outerHTML).toBe('<input disabled="" max="0" class="a">')
})

it.each([
  [true, ['', 'Pause', 'Pause']],
  [false, ['Pause', null, '']],
] as const)('gives a button another icon and name (bare: %s)', (bare, [text, label, title]) => {
  const made = button(scope, { name: 'play', label: 'Play', icon: 'play', bare, press: () => undefined })
  const before = made.querySelector('path')?.getAttribute('d')
  relabel(made, 'Pause', 'pause')
  expect([made.textContent, made.getAttribute('aria-label'), made.title, made.querySelectorAll('svg').length, made.querySelector('path')?.getAttribute('d') === before]).toEqual([text, label, title, 1, false])
})

it('hands a file to the browser, and forgets it after a minute', () => {
  const [clicked, revoke] = [vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined), vi.spyOn(URL, 'revokeObjectURL')]
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  download(scope, new Blob(['x']), 'export.csv')
  expect((clicked.mock.contexts[0] as HTMLElement).outerHTML).toBe('<a href="blob:file" download="export.csv"></a>')
  vi.advanceTimersByTime(59_999)
  expect(revoke.mock.calls).toEqual([])
  vi.advanceTimersByTime(1)
  expect(revoke.mock.calls).toEqual([['blob:file']])
})

it('offers answers, of which one may be chosen already', () => {
  const chosen: string[] = []
  const field = choices(scope, { name: 'why', legend: 'Why?', options: [['a', 'So'], ['b', 'Or so']], chosen: 'b', choose: (value) => chosen.push(value) })
  const radios = [...field.querySelectorAll('input')]
  expect([field.querySelector('legend')?.textContent, radios.map(({ name, value, parentElement }) => [name, value, parentElement?.textContent]), radios.map((each) => each.hasAttribute('checked'))]).toEqual(['Why?', [['why', 'a', 'So'], ['why', 'b', 'Or so']], [false, true]])
  radios[0]?.dispatchEvent(new Event('change'))
  expect(chosen).toEqual(['a'])
})

it('takes as long a comment as the server does', () => {
  const { element, area } = commentField('Anything else?')
  expect([element.textContent, area.maxLength, area.dir]).toEqual(['Anything else?', 2000, 'auto'])
})

it('trusts only text of its forms, and nothing where it has none', () => {
  const createPolicy = vi.fn<(name: string, rules: Record<string, (text: string) => string | null>) => void>()
  trustOnly({ markup: /^x$/ })
  vi.stubGlobal('trustedTypes', { createPolicy })
  trustOnly({ markup: /^x$/ })
  const [name, { createHTML, createScriptURL } = {}] = createPolicy.mock.calls[0] ?? []
  expect([name, createHTML?.('x'), createHTML?.('y'), createScriptURL?.('x')]).toEqual(['default', 'x', null, null])
})
