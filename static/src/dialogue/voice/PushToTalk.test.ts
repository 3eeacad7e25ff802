// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import { Scope } from '../../kit/lifecycle/Scope'
import { PushToTalk } from './PushToTalk'

let scope: Scope
let voice: { muted: boolean }
let button: HTMLButtonElement

beforeEach(() => {
  scope = new Scope()
  voice = { muted: false }
  button = new PushToTalk(scope, voice, '<b>Hold to talk</b>').element
  button.setPointerCapture = () => undefined
  document.body.replaceChildren(button)
})

const pointer = (name: string, options: PointerEventInit = {}) => button.dispatchEvent(new PointerEvent(name, { button: 0, ...options }))
const key = (name: string, key: string) => button.dispatchEvent(new KeyboardEvent(name, { key, cancelable: true }))

it('is silent until it is held', () => {
  expect([voice.muted, button.getAttribute('aria-pressed'), button.querySelector('b')]).toEqual([true, 'false', null])
})

it.each(['pointerup', 'pointercancel', 'lostpointercapture'])('lets the partner hear from a press to %s', (end) => {
  pointer('pointerdown', { button: 2 })
  expect(voice.muted).toBe(true)
  pointer('pointerdown')
  expect([voice.muted, button.getAttribute('aria-pressed')]).toEqual([false, 'true'])
  pointer(end)
  expect([voice.muted, button.getAttribute('aria-pressed')]).toEqual([true, 'false'])
})

it.each([' ', 'Enter'])('works by key %j, which the page then does not hear', (name) => {
  expect([key('keydown', 'a'), voice.muted]).toEqual([true, true])
  expect([key('keydown', name), voice.muted]).toEqual([false, false])
  key('keyup', 'a')
  expect(voice.muted).toBe(false)
  key('keyup', name)
  expect(voice.muted).toBe(true)
})

it('is silent when the focus or the window goes', () => {
  for (const target of [button, window]) {
    pointer('pointerdown')
    target.dispatchEvent(new Event('blur'))
    expect(voice.muted).toBe(true)
  }
})
