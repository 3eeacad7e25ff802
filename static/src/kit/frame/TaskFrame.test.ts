// @vitest-environment page
import 'fake-indexeddb/auto'

import { beforeEach, expect, it, vi } from 'vitest'

import { html } from '../dom/html'
import { keepSession } from '../identity/kept'
import { onUnread, setUnread } from '../identity/unread'
import { onWhose, setWhose } from '../identity/whose'
import { Scope } from '../lifecycle/Scope'
import { chooseAppearance } from '../preferences/appearance'
import { TaskFrame } from './TaskFrame'

let page: HTMLElement
let scope: Scope

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/guide')
  vi.stubGlobal('scrollTo', vi.fn())
  page = html('main', {})
  document.body.replaceChildren(page)
  scope = new Scope()
})

const open = (...titles: string[]) => new TaskFrame(scope, page, 'Guide', titles)
const find = (name: string) => page.querySelector<HTMLElement>(`[data-testid="${name}"]`)

it('shows which steps are past, which one is now, and the phase alone, from its top', () => {
  const frame = open('Read', 'Walk', 'Send')
  frame.turnTo('read', 'Read', false).append('old')
  const root = frame.turnTo('walk', 'Walk', true)
  expect([...page.querySelectorAll('.steps > li')].map((step) => [step.textContent, step.className, step.getAttribute('aria-current')])).toEqual([['Read', 'step step-past', null], ['Walk', 'step', 'step'], ['Send', 'step', null]])
  expect([page.querySelector('.brand')?.textContent, page.dataset.phase, 'panorama' in page.dataset, page.querySelector('.task-body')?.textContent, document.activeElement, vi.mocked(scrollTo).mock.lastCall]).toEqual(['PanGEA Guide', 'walk', true, '', root, [0, 0]])
  frame.turnTo('send', undefined, false)
  frame.turnTo('done', undefined, false)
  expect(['panorama' in page.dataset, page.querySelectorAll('.step-past, [aria-current]').length]).toEqual([false, 0])
})

it('leads to a person’s account from everywhere but there', async () => {
  open()
  expect(find('account')).toBeNull()
  await keepSession('mine')
  open()
  expect(find('account')?.getAttribute('href')).toBe('/account#session=mine')
  history.replaceState(null, '', '/account')
  open()
  expect(find('account')).toBeNull()
})

it('says whose page it is, and how many answers are unread, until it ends', () => {
  open()
  expect([find('whose')?.textContent, find('answers')]).toEqual(['', null])
  setWhose(7)
  setUnread(2)
  open()
  expect([find('whose')?.textContent, find('answers')?.getAttribute('href')]).toEqual(['Person 7', '/me'])
  const told: number[] = []
  for (const on of [onWhose, onUnread]) on(scope, (number) => told.push(number))
  setUnread(0)
  expect([find('answers'), told]).toEqual([null, [7, 2, 0]])
  scope.dispose()
  for (const on of [onWhose, onUnread]) on(scope, (number) => told.push(number))
  setWhose(8)
  setUnread(3)
  expect([find('whose')?.textContent, told]).toEqual(['Person 7', [7, 2, 0]])
})

it('shows the language and the look that were chosen', () => {
  localStorage.setItem('pangea-interface-language', 'te')
  chooseAppearance('light')
  open().offer(html('button', { 'data-testid': 'help' }))
  expect([...page.querySelectorAll('option')].filter((option) => option.hasAttribute('selected')).map(({ value }) => value)).toEqual(['light', 'te'])
  expect(page.querySelector('.head-menus')?.firstElementChild).toBe(find('help'))
})
