// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { html } from '../dom/html'
import { Scope } from '../lifecycle/Scope'
import { drawInto } from '../view/drawing'
import { message, problemMessage } from './message'
import { NoticeCard } from './NoticeCard'
import { Toast } from './Toast'

let scope: Scope
beforeEach(() => {
  vi.useFakeTimers()
  scope = new Scope()
})
afterEach(() => void vi.useRealTimers())

it.each([
  [{ remedy: 'Look again.', tone: 'good' }, '<section class="message message-good" data-testid="n"><h2>T</h2><p>D</p><p class="message-remedy">Look again.</p></section>'],
  [{}, '<section class="message message-plain" data-testid="n"><h2>T</h2><p>D</p></section>'],
] as const)('says what %j says', (parts, markup) => {
  expect(message({ name: 'n', title: 'T', detail: 'D', ...parts }).outerHTML).toBe(markup)
})

it.each([
  [Object.assign(new Error('Why.'), { remedy: 'Do this.' }), ['Why.', 'Do this.']],
  [new Error('Why.'), ['Why.', 'Reload the page and try again.']],
  ['a word', ['a word', 'Reload the page and try again.']],
])('tells why %s, and what to do', (error, said) => {
  const tried = vi.fn()
  const problem = problemMessage(scope, error, { title: 'T', retry: tried }, html('i', {}))
  problem.querySelector<HTMLElement>('[data-testid=retry]')?.click()
  expect([[...problem.querySelectorAll('p')].map(({ textContent }) => textContent), problem.getAttribute('role'), tried.mock.calls.length, problem.querySelector('.message-actions')?.lastElementChild?.tagName]).toEqual([said, 'alert', 1, 'I'])
  expect(problemMessage(scope, error, { title: 'T' }).querySelector('.message-actions')).toBeNull()
})

it('shows a notice as bad only where it is', () => {
  const place = html('div', {})
  const draw = drawInto(place)
  draw(<NoticeCard notice={{ name: 'n', title: 'T', detail: 'D', remedy: 'R', bad: true }}>Go</NoticeCard>)
  expect(place.innerHTML).toBe('<section class="message message-bad" data-testid="n"><h2>T</h2><p dir="auto">D</p><p class="message-remedy" dir="auto">R</p><p class="message-actions">Go</p></section>')
  draw(<NoticeCard notice={{ name: 'n', title: 'T', detail: 'D' }} />)
  expect(place.innerHTML).toBe('<section class="message" data-testid="n"><h2>T</h2><p dir="auto">D</p></section>')
})

it('offers to undo the last thing for ten seconds, once', () => {
  const toast = new Toast(scope)
  const did: string[] = []
  const offer = (word: string) => toast.show(word, { label: 'Undo', act: () => did.push(word) })
  offer('first')
  vi.advanceTimersByTime(6000)
  offer('second')
  vi.advanceTimersByTime(6000)
  expect(toast.element.textContent).toBe('secondUndo')
  toast.act()
  toast.act()
  expect([did, toast.element.textContent]).toEqual([['second'], ''])
  offer('third')
  vi.advanceTimersByTime(10_000)
  toast.act()
  expect([did, toast.element.textContent]).toEqual([['second'], ''])
})
