import type { Scope } from '../kit/lifecycle/Scope'
import type { Transliterate } from './transliterate'

/** A word in Latin letters before the caret. A full stop at its end is not part of it; one inside is a sign of ITRANS. */
const LATIN_WORD = /[A-Za-z~^.]*[A-Za-z~^](?=\.?$)/
const ENDS_WORD = /^[\s,;:!?।]$/

interface Change {
  start: number
  latin: string
  written: string
}

/**
 * While `scope` lasts, a word typed in Latin letters is written in another script when a space or a mark follows it.
 * Backspace right after that brings the letters back, for a name or a foreign word.
 */
export function typeInLatin(scope: Scope, area: HTMLTextAreaElement, transliterate: Transliterate): void {
  let last: Change | null = null
  scope.listen(area, 'beforeinput', (event) => {
    if (event.inputType === 'deleteContentBackward' && last && isBehind(last)) takeBack(event, last)
    else if (endsWord(event)) last = change()
    else last = null
  })

  function change(): Change | null {
    const caret = area.selectionStart
    const match = LATIN_WORD.exec(area.value.slice(0, caret))
    if (!match) return null
    const [latin] = match
    const written = transliterate(latin)
    area.setRangeText(written, match.index, match.index + latin.length, 'end')
    area.setSelectionRange(caret + written.length - latin.length, caret + written.length - latin.length)
    return { start: match.index, latin, written }
  }

  function isBehind({ start, written }: Change): boolean {
    return area.selectionStart === area.selectionEnd && area.selectionEnd === start + written.length + 1
  }

  function takeBack(event: InputEvent, { start, latin, written }: Change): void {
    event.preventDefault()
    area.setRangeText(latin, start, start + written.length + 1, 'end')
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
    last = null
  }
}

function endsWord({ inputType, data }: InputEvent): boolean {
  return inputType === 'insertLineBreak' || (inputType === 'insertText' && ENDS_WORD.test(data ?? ''))
}
