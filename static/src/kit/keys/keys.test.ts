// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import { Scope } from '../lifecycle/Scope'
import { ACTIONS, actionsIn, DRAWING_PLACES, meet, STAFF_PLACES, TASK_PLACES, usualKeys } from './actions'
import { askForKeys } from './askForKeys'
import { actionOf, changeKeys, keysOf, readChosen, resetKeys } from './bindings'
import { chordOf, isReserved, keyNames, leavesTyping } from './chords'
import { listenForActions } from './listenForActions'
import { ariaKeys, capKeys, showKeys } from './showKeys'
import { submitByKey } from './submitKey'

const NOTHING_HELD = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false }
const press = (key: string, code: string, held: Partial<typeof NOTHING_HELD> = {}) => ({ key, code, ...NOTHING_HELD, ...held })
const find = (name: string) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`)

beforeEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
})

it('names a letter by its label, and by its place where a keyboard writes another script', () => {
  expect(chordOf(press('z', 'KeyY'))).toBe('KeyZ')
  expect(chordOf(press('ज', 'KeyP'))).toBe('KeyP')
  expect(chordOf(press('ß', 'KeyS', { altKey: true, ctrlKey: true }))).toBe('Ctrl+Alt+KeyS')
  expect(chordOf(press('Alt', 'AltLeft', { altKey: true }))).toBeNull()
  expect(keyNames('Ctrl+Alt+KeyS')).toEqual(['Ctrl', 'Alt', 'S'])
  expect(keyNames('Alt+ArrowLeft')).toEqual(['Alt', '←'])
  expect(ariaKeys('Ctrl+Alt+Period')).toBe('Control+Alt+.')
})

it('finds plus and minus wherever a keyboard has them', () => {
  const pluses = [press('+', 'Equal', { shiftKey: true }), press('=', 'Equal'), press('+', 'BracketRight'), press('+', 'NumpadAdd')]
  expect(pluses.map((each) => actionOf(each, ['zoomIn', 'zoomOut']))).toEqual(Array(4).fill('zoomIn'))
  expect(actionOf(press('-', 'Minus'), ['zoomIn', 'zoomOut'])).toBe('zoomOut')
})

it('does nothing while an input method composes', () => {
  expect(actionOf({ ...press('Enter', 'Enter'), isComposing: true }, ['step'])).toBeNull()
})

it('knows what disturbs typing', () => {
  expect(['Escape', 'F8', 'Alt+KeyS', 'Shift+F2', 'MediaPlayPause', 'Ctrl+Enter'].every(leavesTyping)).toBe(true)
  expect(['KeyS', 'Shift+KeyS', 'Space', 'Enter', 'Tab', 'Ctrl+KeyZ', 'Ctrl+ArrowLeft'].some(leavesTyping)).toBe(false)
})

it('gives no two actions of a page the same keys, and takes none that are reserved', () => {
  const shared = ACTIONS.flatMap((one) => ACTIONS.filter((other) => other > one && meet(one, other) && usualKeys(one).some((chord) => usualKeys(other).includes(chord))))
  expect(shared).toEqual([])
  expect(ACTIONS.flatMap(usualKeys).filter(isReserved)).toEqual([])
  expect(ACTIONS.filter((action) => !actionsIn([...TASK_PLACES, 'editing', 'marking', ...DRAWING_PLACES, ...STAFF_PLACES]).includes(action))).toEqual([])
})

it('gives an action other keys, refuses those that are taken or reserved, and goes back', () => {
  expect(changeKeys('step', 'KeyQ')).toBeNull()
  expect(keysOf('step')).toEqual(['KeyQ'])
  expect(actionOf(press('Enter', 'Enter'), ['step'])).toBeNull()
  expect(changeKeys('recordOrPause', 'KeyQ')).toEqual({ why: 'taken', by: 'step' })
  expect(changeKeys('accept', 'KeyQ')).toBeNull()
  expect(changeKeys('lookLeft', 'Shift+Tab')).toEqual({ why: 'reserved' })
  for (const action of ['playOrPause', 'send'] as const) expect(changeKeys(action, 'KeyX')).toEqual({ why: 'plain' })
  resetKeys(actionsIn(TASK_PLACES))
  expect([keysOf('step')[0], keysOf('accept')[0]]).toEqual(['Enter', 'KeyQ'])
})

it('reads a kept choice, and survives a spoilt one', () => {
  expect(readChosen('{"back":"F1","playOrPause":"KeyA","faster":3,"step":"Tab","fly":"KeyF","mark":"KeyN","snap":""}')).toEqual({ back: 'F1', mark: 'KeyN' })
  expect([readChosen(null), readChosen('{'), readChosen('null')]).toEqual([{}, {}, {}])
})

it('acts everywhere but where keys have another meaning', () => {
  document.body.innerHTML = '<button></button><input><form><i></i></form><p tabindex="0"></p>'
  const scope = new Scope()
  const did: string[] = []
  listenForActions(scope, { replayPlay: () => did.push('play'), nextReview: () => did.push('next') })
  const type = (selector: string, key: string) =>
    document.querySelector(selector)?.dispatchEvent(new KeyboardEvent('keydown', { key, code: key === ' ' ? 'Space' : 'KeyJ', bubbles: true, cancelable: true }))
  for (const selector of ['button', 'input', 'i', 'p']) for (const key of [' ', 'j']) type(selector, key)
  expect(did).toEqual(['next', 'play', 'next'])
  scope.listen(document.querySelector('p')!, 'keydown', (event) => event.preventDefault())
  type('p', 'j')
  expect(did.length).toBe(3)
  scope.dispose()
})

it('hears first of keys that what has the focus would take, which then does not', () => {
  document.body.innerHTML = '<p></p>'
  const [scope, did] = [new Scope(), [] as string[]]
  scope.listen(document.querySelector('p')!, 'keydown', () => did.push('own'))
  listenForActions(scope, { nextReview: () => did.push('next') }, undefined, { first: true })
  for (const key of ['j', 'x']) document.querySelector('p')?.dispatchEvent(new KeyboardEvent('keydown', { key, code: '', bubbles: true }))
  scope.dispose()
  expect(did).toEqual(['next', 'own'])
})

it('sends by Ctrl or Meta with Enter, while one may', () => {
  const [scope, button] = [new Scope(), document.createElement('button')]
  let sent = 0
  scope.listen(button, 'click', () => (sent += 1))
  submitByKey(scope, button)
  const sends = (parts: KeyboardEventInit) => {
    const before = sent
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, cancelable: true, ...parts }))
    return sent - before
  }
  expect([sends({}), sends({ ctrlKey: false, metaKey: true }), sends({ ctrlKey: false }), sends({ key: 'a' }), sends({ isComposing: true })]).toEqual([1, 1, 0, 0, 0])
  button.disabled = true
  expect(sends({})).toBe(0)
  button.disabled = false
  document.body.innerHTML = '<dialog open></dialog>'
  expect([sends({}), button.textContent, button.getAttribute('aria-keyshortcuts')]).toEqual([0, 'Ctrl+Enter', 'Control+Enter'])
  scope.dispose()
})

it('changes keys in a dialog, says who has them, and keeps the labels true', () => {
  const scope = new Scope()
  const control = document.createElement('button')
  showKeys(scope, control, 'recordOrPause')
  expect(control.title).toContain('(P)')
  void askForKeys(scope, TASK_PLACES)
  const type = (key: string, code: string) => {
    const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true })
    find('keys-dialog')?.dispatchEvent(event)
    return event
  }
  expect(find('key-accept')).toBeNull()
  find('key-recordOrPause')?.click()
  type('Enter', 'Enter')
  expect(find('keys-dialog')?.textContent).toContain('Enter is already used for: step forward.')
  expect(type('Tab', 'Tab').defaultPrevented).toBe(false)
  expect(find('keys-dialog')?.textContent).toContain('Tab belongs to the browser')
  type('r', 'KeyR')
  expect(find('key-recordOrPause')?.textContent).toBe('R')
  expect([control.title.includes('(R)'), control.getAttribute('aria-keyshortcuts')]).toEqual([true, 'R'])
  const [change, escape] = [() => find('key-recordOrPause'), () => !find('keys-dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))]
  change()?.click()
  expect([change()?.getAttribute('aria-pressed'), escape()]).toEqual(['true', true])
  change()?.click()
  expect([change()?.getAttribute('aria-pressed'), escape()]).toEqual(['false', false])
  change()?.click()
  find('reset-keys')?.click()
  expect([control.title.includes('(P)'), change()?.getAttribute('aria-pressed')]).toEqual([true, 'false'])
  scope.dispose()
})

it('shows keys on a button and in its tooltip', () => {
  const [scope, control] = [new Scope(), document.createElement('button')]
  capKeys(scope, control, 'recordOrPause')
  changeKeys('recordOrPause', 'Ctrl+KeyG')
  expect([control.textContent, control.title.endsWith('(Ctrl G)'), control.getAttribute('aria-keyshortcuts')]).toEqual(['CtrlG', true, 'Control+G'])
  scope.dispose()
})
