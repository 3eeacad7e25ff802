// @vitest-environment page
import { expect, it } from 'vitest'

import { html } from '../kit/dom/html'
import { isTextBox, keyClass, keyName, targetOf } from './action'

it.each([
  ['letter', ['a', 'É', 'ह', '\u093f', 'ع']],
  ['digit', ['7', '५']],
  ['space', [' ']],
  ['mark', ['!', '।', '😀']],
  ['delete', ['Backspace', 'Delete']],
  ['enter', ['Enter']],
  ['move', ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']],
  ['other', ['Tab', 'Dead', 'F5', 'Unidentified']],
] as const)('tells of a key in a text box that it is a %s', (named, keys) => {
  expect(keys.map(keyClass)).toEqual(keys.map(() => named))
})

const NONE = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false }
it.each([
  ['A', { shiftKey: true }, 'A'],
  ['a', { ctrlKey: true, shiftKey: true }, 'Ctrl+a'],
  ['ArrowUp', { shiftKey: true }, 'Shift+ArrowUp'],
  ['Home', { ctrlKey: true, altKey: true, shiftKey: true, metaKey: true }, 'Ctrl+Alt+Shift+Meta+Home'],
  ['x'.repeat(120), {}, 'x'.repeat(100)],
  ...['Control', 'Alt', 'Shift', 'Meta', 'AltGraph'].map((key) => [key, {}, null] as const),
] as const)('names %s with %j %s', (key, held, name) => {
  expect(keyName({ ...NONE, key, ...held })).toBe(name)
})

it('knows where somebody writes, and which is a password', () => {
  const input = (type: string) => isTextBox(html('input', { type }))
  const others = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']
  expect([input('text'), input('search'), input('password'), isTextBox(html('textarea')), isTextBox(html('button')), isTextBox(null), others.map(input)]).toEqual(['text', 'text', 'password', 'text', false, false, others.map(() => false)])
})

it.each([
  ['<button data-testid="done" id="other"><span></span></button>', 'span', { role: 'button', name: 'done' }],
  ['<a href="/" id="home"></a>', 'a', { role: 'link', name: 'home' }],
  ['<textarea></textarea>', 'textarea', { role: 'textbox', name: '' }],
  ['<input type="checkbox" id="agree">', 'input', { role: 'checkbox', name: 'agree' }],
  ['<div role="slider" data-testid="top"></div>', 'div', { role: 'slider', name: 'top' }],
  [`<p role="${'r'.repeat(50)}" data-testid="${'n'.repeat(120)}"></p>`, 'p', { role: 'r'.repeat(40), name: 'n'.repeat(100) }],
  ['<a id="nowhere"></a>', 'a', null],
  ['<p></p>', 'p', null],
] as const)('names the control of %s', (markup, on, named) => {
  document.body.innerHTML = markup
  expect([targetOf(document.querySelector(on)), targetOf(window)]).toEqual([named, null])
})
