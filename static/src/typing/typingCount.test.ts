import { expect, it } from 'vitest'

import { Scope } from '../kit/lifecycle/Scope'
import { countTyping, nothingTyped } from './typingCount'

/** What `countTyping` needs of a text area; there is no document here. */
class Area extends EventTarget {
  value = ''
  selectionStart = 0
  selectionEnd = 0

  tell(name: string, details: object = {}): void {
    this.dispatchEvent(Object.assign(new Event(name), details))
  }

  paste(text: string): void {
    this.tell('paste', { clipboardData: { getData: () => text } })
    this.tell('input', { inputType: 'insertFromPaste', data: text })
  }
}

function counted(work: (area: Area) => void) {
  const [area, count] = [new Area(), nothingTyped()]
  countTyping(new Scope(), area as unknown as HTMLTextAreaElement, count)
  work(area)
  return count
}

it('counts letters, lines, corrections and whole compositions as typed', () => {
  const count = counted((area) => {
    area.tell('input', { inputType: 'insertText', data: 'a' })
    area.tell('input', { inputType: 'insertLineBreak', data: null })
    area.tell('input', { inputType: 'insertReplacementText', data: 'lamp' })
    area.tell('input', { inputType: 'insertCompositionText', data: 'सी' })
    area.tell('compositionend', { data: 'सीढ़ी' })
    area.tell('input', { inputType: 'deleteContentBackward', data: null })
  })
  expect(count).toEqual({ typed: 1 + 1 + 4 + 'सीढ़ी'.length, pasted: 0, pastes: 0 })
})

it('counts what comes from elsewhere', () => {
  const count = counted((area) => {
    area.paste('Go past the lamp.')
    area.tell('drop', { dataTransfer: { getData: () => 'Stop.' } })
  })
  expect(count).toEqual({ typed: 0, pasted: 'Go past the lamp.Stop.'.length, pastes: 2 })
})

it('lets people move their own words about', () => {
  const count = counted((area) => {
    Object.assign(area, { value: 'Stop. Go past the lamp.', selectionStart: 0, selectionEnd: 6 })
    area.tell('cut')
    area.paste('Stop. ')
  })
  expect(count).toEqual({ typed: 0, pasted: 0, pastes: 0 })
})
