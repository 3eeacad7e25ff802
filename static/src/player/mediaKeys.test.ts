import { expect, it } from 'vitest'

import { chordOf, keyNames, leavesTyping, readKeys } from './mediaKeys'

const press = (code: string, held: Partial<Record<'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey', boolean>> = {}) => ({
  code,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
})

it('names what is pressed, whatever the layout of the keyboard', () => {
  expect(chordOf(press('KeyS', { altKey: true, ctrlKey: true }))).toBe('Ctrl+Alt+KeyS')
  expect(chordOf(press('AltLeft', { altKey: true }))).toBeNull()
  expect(keyNames('Ctrl+Alt+KeyS')).toEqual(['Ctrl', 'Alt', 'S'])
  expect(keyNames('Alt+ArrowLeft')).toEqual(['Alt', '←'])
})

it('refuses keys that write something', () => {
  expect(['Escape', 'F8', 'Alt+KeyS', 'Shift+F2', 'MediaPlayPause'].every(leavesTyping)).toBe(true)
  expect(['KeyS', 'Shift+KeyS', 'Space', 'Enter', 'Tab'].some(leavesTyping)).toBe(false)
})

it('reads a kept choice, and survives a spoilt one', () => {
  expect(readKeys('{"back":"F1","play":"F2","ahead":"KeyA","faster":3}')).toEqual({ back: 'F1' })
  expect([readKeys(null), readKeys('{'), readKeys('null')]).toEqual([{}, {}, {}])
})
