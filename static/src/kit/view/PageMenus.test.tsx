// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'

import { chooseLanguage } from '../messages/interfaceLanguage'
import { chooseAppearance } from '../preferences/appearance'
import { drawInto } from './drawing'
import { PageMenus } from './PageMenus'

let place: HTMLElement
const menu = (name: string) => place.querySelector<HTMLSelectElement>(`[data-testid=${name}]`)!
const chosen = (within: HTMLElement) => [...within.querySelectorAll('select')].map(({ value }) => value)
const choose = (name: string, value: string) => {
  menu(name).value = value
  menu(name).dispatchEvent(new Event('change', { bubbles: true }))
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  place = document.createElement('div')
  document.body.replaceChildren(place)
})

it('shows what was chosen before', () => {
  chooseLanguage('te')
  chooseAppearance('dark')
  drawInto(place)(<PageMenus />)
  expect(chosen(place)).toEqual(['dark', 'te'])
})

it('remembers what is chosen', () => {
  drawInto(place)(<PageMenus />)
  choose('interface-language', 'hi')
  choose('appearance', 'light')
  const later = document.createElement('div')
  drawInto(later)(<PageMenus />)
  expect(chosen(later)).toEqual(['light', 'hi'])
})
