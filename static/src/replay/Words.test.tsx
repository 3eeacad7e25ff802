// @vitest-environment page
import { beforeEach, expect, it, vi } from 'vitest'

import type { TimedWord } from '../api/types'
import { timedWord } from '../../testing/timedWord'
import { drawInto } from '../kit/view/drawing'
import { Words } from './Words'

const word = (text: string, start: number, source: TimedWord['source']): TimedWord => timedWord(text, start, start + 0.5, source)
const WORDS = [word('go', 0, 'aligned'), word('past', 0.5, 'interpolated'), word('it', 1, 'aligned')]

const choose = vi.fn()
let place: HTMLElement
let draw: ReturnType<typeof drawInto>
const show = (lit: number) => draw(<Words words={WORDS} language="en-US" lit={lit} choose={choose} />)
const buttons = () => [...place.querySelectorAll('button')]
const tabStops = () => buttons().map(({ tabIndex }) => tabIndex)

beforeEach(() => {
  choose.mockClear()
  place = document.createElement('div')
  document.body.replaceChildren(place)
  draw = drawInto(place)
  show(-1)
})

it('lights the word that is said', () => {
  expect(place.textContent).toBe('go past it ')
  show(1)
  expect(buttons().map((button) => button.getAttribute('aria-current'))).toEqual([null, 'true', null])
  show(-1)
  expect(place.querySelector('[aria-current]')).toBeNull()
})

it('is one tab stop, which goes along with the arrows', async () => {
  expect(tabStops()).toEqual([0, -1, -1])
  buttons()[1]?.click()
  await Promise.resolve()
  expect(tabStops()).toEqual([-1, 0, -1])
  const press = (key: string) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  buttons()[1]?.focus()
  expect(press('ArrowRight')).toBe(false)
  press('ArrowRight')
  expect(document.activeElement).toBe(buttons()[2])
  expect(press('Home')).toBe(true)
  expect(choose.mock.calls).toEqual([[0.5], [1], [1]])
})
