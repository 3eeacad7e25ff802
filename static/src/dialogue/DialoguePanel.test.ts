// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestScreen } from '../../testing/TestScreen'
import { stands, TestSockets } from '../../testing/TestSockets'
import '../kit/messages/messages'
import { Scope } from '../kit/lifecycle/Scope'
import { Conversation, type TypedText } from './Conversation'
import { DialoguePanel } from './DialoguePanel'
import { PairingLine } from './PairingLine'

let screen: TestScreen
let sockets: TestSockets
let scope: Scope
let kept: TypedText[]

const find = (name: string) => screen.element.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const field = () => screen.element.querySelector<HTMLInputElement>('[data-testid=dialogue-field]')
const texts = () => [...screen.element.querySelectorAll('[data-testid=dialogue-text]')].map(({ textContent }) => textContent)
const status = () => [find('partner-status')?.dataset.presence, find('partner-told')?.textContent, find('partner-away')?.textContent]
const key = (init: KeyboardEventInit) => field()?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))

function write(words: string): void {
  const input = field()
  if (input) input.value = words
  key({ key: 'Enter' })
}

beforeEach(() => {
  screen = new TestScreen()
  sockets = new TestSockets()
  scope = new Scope()
  kept = [{ role: 'oracle', time: null, words: 'Hello?' }]
  const line = new PairingLine(scope, { pairingId: 'p1', leaseId: 'l1', token: 'secret' }, sockets.connect)
  const conversation = new Conversation(scope, line, kept, () => 7.5)
  screen.element.append(new DialoguePanel(scope, line, conversation, 'navigator', []).element)
})
afterEach(() => {
  scope.dispose()
  screen.close()
})

it('says who is there, and for how long the partner has been away', async () => {
  expect(status()).toEqual(['joining', 'Connecting …', ''])
  const socket = sockets.join({ partner: 'none', state: 'waiting' })
  expect(status()[1]).toBe('Your partner has not come yet')
  socket.tell(stands())
  expect(status()[1]).toBe('Your partner is here')
  socket.tell(stands({ partner: 'away', away_since: new Date().toISOString() }))
  await screen.pass(3)
  expect(status()).toEqual(['away', 'Your partner is away', '0:03'])
  socket.end()
  expect(status()[0]).toBe('lost')
})

it('shows what both typed as text and never as markup, in its own direction', () => {
  sockets.join().tell({ type: 'text', role: 'oracle', words: '<img src=x onerror=alert(1)> बाएँ' })
  const shown = find('dialogue-texts')
  expect([texts(), shown?.querySelector('img'), shown?.getAttribute('aria-live'), shown?.querySelector('p')?.getAttribute('dir')]).toEqual([
    ['Your partnerHello?', 'Your partner<img src=x onerror=alert(1)> बाएँ'], null, 'polite', 'auto'])
  expect(kept.at(-1)).toEqual({ role: 'oracle', time: 7.5, words: '<img src=x onerror=alert(1)> बाएँ' })
})

it('sends on Enter, and shows a text when it has come back', () => {
  const socket = sockets.join()
  write('  Which door? ')
  expect([socket.ofType('text'), texts().length, field()?.value.trim(), field()?.readOnly]).toEqual([[{ type: 'text', words: 'Which door?' }], 1, 'Which door?', true])
  socket.tell({ type: 'text', role: 'navigator', words: 'Which door?' })
  expect([texts().at(-1), field()?.value, field()?.readOnly]).toEqual(['YouWhich door?', '', false])
})

it('sends nothing that is empty, and no letter that is being composed', () => {
  const socket = sockets.join()
  write(' \u200b ')
  const input = field()
  if (input) input.value = 'बा'
  key({ key: 'Enter', isComposing: true })
  expect([socket.ofType('text'), input?.maxLength]).toEqual([[], 1000])
})

it.each([
  ['the partner is away', () => sockets.join({ partner: 'away', away_since: '2026-11-23T12:00:00Z' }), 'your partner is not here'],
  ['the line is lost', () => sockets.join().end(), 'your connection is interrupted'],
])('refuses where %s, and keeps the words', (_, prepare, said) => {
  prepare()
  write('Which door?')
  expect([sockets.last.ofType('text'), field()?.value, find('dialogue-unsent')?.textContent]).toEqual([[], 'Which door?', expect.stringContaining(said)])
})

it('says so where a text does not come back', async () => {
  sockets.join()
  write('Which door?')
  sockets.last.end()
  expect([field()?.readOnly, field()?.value, find('dialogue-unsent')?.textContent]).toEqual([false, 'Which door?', expect.stringContaining('interrupted')])
  await screen.pass(0.6)
  const socket = sockets.join()
  find('dialogue-send')?.click()
  for (let second = 0; second < 6; second++) {
    await screen.pass(1)
    socket.tell(stands())
  }
  expect([field()?.readOnly, find('dialogue-unsent')?.textContent]).toEqual([false, expect.stringContaining('not here')])
})

it('says why the server refuses this page, and tries again when asked to', () => {
  const socket = sockets.last.accept()
  socket.tell({ type: 'refused', code: 'unheard_of', detail: 'The lease is over.', remedy: 'Ask for a task again.' })
  socket.end(4403)
  expect(find('problem')?.textContent).toContain('The lease is over.Ask for a task again.')
  find('retry')?.click()
  sockets.join()
  expect([sockets.all.length, find('problem')]).toEqual([2, null])
  sockets.last.end(4409)
  expect(find('problem')?.textContent).toContain('open on another page')
})

it('can be folded', () => {
  const toggle = find('dialogue-toggle')
  toggle?.click()
  expect([toggle?.getAttribute('aria-expanded'), field()?.closest<HTMLElement>('.dialogue-body')?.hidden]).toEqual(['false', true])
  toggle?.click()
  expect(toggle?.getAttribute('aria-expanded')).toBe('true')
})
