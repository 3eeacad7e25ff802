// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { settled, until } from '../../testing/until'
import { Scope } from '../kit/lifecycle/Scope'
import { TranscriptField } from './TranscriptField'
import { nothingTyped, type TypingCount } from './typingCount'

let scope: Scope
let area: HTMLTextAreaElement
let count: TypingCount

function show(language: string): void {
  count = nothingTyped()
  const field = new TranscriptField(scope, language, count, { label: 'What you said', placeholder: 'Write it.' })
  area = field.area
  document.body.replaceChildren(field.element)
}
const find = (name: string) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`)
/** The person types this before the caret, as a browser tells it. */
function type(data: string, inputType = 'insertText'): boolean {
  const event = new InputEvent('beforeinput', { inputType, data, cancelable: true })
  area.dispatchEvent(event)
  if (event.defaultPrevented) return false
  const caret = area.selectionStart
  if (inputType === 'deleteContentBackward') area.setRangeText('', Math.max(0, caret - 1), caret, 'end')
  else area.setRangeText(inputType === 'insertLineBreak' ? '\n' : data, caret, area.selectionEnd, 'end')
  area.dispatchEvent(new InputEvent('input', { inputType, data, bubbles: true }))
  return true
}
const write = (words: string) => Array.from(words).forEach((letter) => type(letter))
async function help(language = 'hi-IN'): Promise<void> {
  show(language)
  find('typing-help')?.click()
  await until(() => find('typing-hint')?.textContent !== '')
}

beforeEach(() => {
  scope = new Scope()
  document.documentElement.lang = 'en'
})
afterEach(() => scope.dispose())

it('is a field in its language, which counts what is typed', () => {
  show('ur-PK')
  expect([area.lang, area.dir, area.placeholder, document.querySelector('label')?.textContent, area.labels.length, find('typing-help')]).toEqual(['ur-PK', 'auto', 'Write it.', 'What you said', 1, null])
  write('abc')
  expect(count).toEqual({ typed: 3, pasted: 0, pastes: 0 })
})

it('writes Latin letters in the script of the language, once a word ends', async () => {
  await help()
  expect([find('typing-hint')!.textContent.includes('बायें'.normalize()), document.activeElement]).toEqual([true, area])
  write('ghar')
  expect(area.value).toBe('ghar')
  write(' baayeM, phir')
  expect(area.value).toBe(`घर ${'बायें'.normalize()}, phir`)
  type('', 'insertLineBreak')
  expect([area.value, area.selectionStart]).toEqual([`घर ${'बायें'.normalize()}, फिर\n`, area.value.length])
})

it('leaves a full stop out of the word before it', async () => {
  await help()
  write('ghar. ')
  expect(area.value).toBe('घर. ')
})

it('brings the letters back with Backspace right after the word, and only then', async () => {
  await help()
  write('ghar ')
  expect(type('', 'deleteContentBackward')).toBe(false)
  expect([area.value, area.selectionStart]).toEqual(['ghar', 4])
  write(' ghar a')
  expect(type('', 'deleteContentBackward')).toBe(true)
  expect(type('', 'deleteContentBackward')).toBe(true)
  expect(area.value).toBe('घर घर')
})

it('says that it has brought letters back, and then deletes as ever', async () => {
  await help()
  let told = 0
  scope.listen(area, 'input', ({ bubbles }) => (told += Number(bubbles)))
  write('phir ')
  const before = told
  expect([type('', 'deleteContentBackward'), area.value, told - before]).toEqual([false, 'phir', 1])
  expect([type('', 'deleteContentBackward'), area.value]).toEqual([true, 'phi'])
})

it('does not begin to help whoever has thought better of it meanwhile', async () => {
  await help()
  show('hi-IN')
  for (let times = 0; times < 2; times++) find('typing-help')?.click()
  await settled()
  write('ghar ')
  expect([area.value, find('typing-hint')?.textContent]).toEqual(['ghar ', ''])
})

it('writes what is typed as it is once the help is switched off again', async () => {
  await help('te-IN')
  find('typing-help')?.click()
  await settled()
  write('eDamaku ')
  expect([area.value, find('typing-hint')?.textContent]).toEqual(['eDamaku ', ''])
})
