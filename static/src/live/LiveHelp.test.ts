// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { ApiProblem } from '../api/ApiProblem'
import type { LiveReply, LiveRequest, MomentUpdate } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { LiveHelp } from './LiveHelp'

const CAMERA = { viewpointId: 'lamp', heading: 0.50049, elevation: 0.1236 }
const reply = (parts: Partial<LiveReply> = {}): LiveReply => ({ live_id: 'l1', watchers: 0, hints: [], ...parts })
const beginLive = vi.fn<(wanted: LiveRequest) => Promise<LiveReply>>()
const tellLive = vi.fn<(id: string, update: MomentUpdate) => Promise<LiveReply>>()
const endLive = vi.fn<() => Promise<void>>()
let scope: Scope
let help: LiveHelp
const find = (name: string) => help.element.querySelector<HTMLElement>(`[data-testid=${name}]`)
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  beginLive.mockReset().mockResolvedValue(reply())
  tellLive.mockReset().mockResolvedValue(reply())
  endLive.mockReset().mockResolvedValue()
  scope = new Scope()
  help = new LiveHelp(scope, { beginLive, tellLive, endLive }, 'practice')
  help.follow(CAMERA, 'house')
})
afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

async function agree(): Promise<void> {
  find('live-agree')?.click()
  await pass(0)
}

it('tells nobody anything before the learner has agreed', async () => {
  await pass(10)
  expect([beginLive, tellLive, endLive].map((call) => call.mock.calls.length)).toEqual([0, 0, 0])
  expect(find('live-on')).toBeNull()
  await agree()
  expect(beginLive).toHaveBeenCalledWith({ agreed: true, purpose: 'practice', scan_id: 'house', language: 'en' })
  expect(find('live-status')?.textContent).toBe(t('live.nobody'))
})

it('tells camera, level and words as they change, and seldom when nothing does', async () => {
  await agree()
  expect(tellLive).toHaveBeenLastCalledWith('l1', { viewpoint_id: 'lamp', heading: 0.5, elevation: 0.124, level: null, words: '', heard: 0 })
  await pass(4)
  expect(tellLive).toHaveBeenCalledTimes(1)
  help.hear(0.25)
  find('live-words')!.textContent = ''
  ;(find('live-words') as HTMLTextAreaElement).value = 'Which door?'
  await pass(0.5)
  expect(tellLive).toHaveBeenLastCalledWith('l1', expect.objectContaining({ level: 0.25, words: 'Which door?' }))
  await pass(11)
  // A beat comes with the first look after five seconds.
  expect(tellLive).toHaveBeenCalledTimes(4)
})

it('shows who watches and each hint once', async () => {
  tellLive.mockResolvedValue(reply({ watchers: 2, hints: [{ number: 1, words: '<b>Left</b>', at: '2026-11-20T08:00:00Z' }] }))
  await agree()
  expect(find('live-status')?.textContent).toBe(t('live.watched', { count: 2 }))
  await pass(6)
  const hints = [...help.element.querySelectorAll('[data-testid=live-hint]')].map(({ textContent }) => textContent)
  expect(hints).toEqual(['<b>Left</b>'])
  expect(tellLive.mock.lastCall?.[1].heard).toBe(1)
})

it('ends when the learner says so, and when the page goes on', async () => {
  await agree()
  find('live-end')?.click()
  expect(endLive).toHaveBeenCalledTimes(1)
  const told = tellLive.mock.calls.length
  await pass(10)
  expect(tellLive.mock.calls.length).toBe(told)
  expect([find('live-on'), find('live-agree') === null]).toEqual([null, false])
  await agree()
  scope.dispose()
  expect(endLive).toHaveBeenCalledTimes(2)
})

it('begins again at a server that does not know it any more, and goes on after the network failed', async () => {
  tellLive.mockRejectedValueOnce(new ApiProblem(404, 'record_not_found', 'Gone.', 'Look again.'))
  beginLive.mockResolvedValueOnce(reply()).mockResolvedValueOnce(reply({ live_id: 'l2' }))
  await agree()
  await pass(6)
  expect(tellLive.mock.lastCall?.[0]).toBe('l2')
  tellLive.mockRejectedValueOnce(ApiProblem.unreachable())
  help.hear(0.5)
  await pass(0.5)
  expect(find('live-status')?.textContent).toBe(t('live.unreachable'))
  await pass(0.5)
  help.hear(0.6)
  await pass(1)
  expect(tellLive.mock.lastCall?.[1].level).toBe(0.6)
  expect(find('live-on')).not.toBeNull()
})

it('hears the hints of a new session from the first', async () => {
  tellLive.mockResolvedValue(reply({ hints: [{ number: 1, words: 'Left', at: '2026-11-20T08:00:00Z' }] }))
  await agree()
  const words = find('live-words') as HTMLTextAreaElement
  words.value = 'Where?'
  find('live-end')?.click()
  await agree()
  expect([tellLive.mock.lastCall?.[1], help.element.querySelectorAll('[data-testid=live-hint]').length]).toEqual([expect.objectContaining({ heard: 0, words: '' }), 1])
})

it.each(['learner', 'page'])('ends a session that begins only after the %s has ended it', async (who) => {
  let open: (begun: LiveReply) => void = () => undefined
  const late = new Promise<LiveReply>((resolve) => (open = resolve))
  if (who === 'page') beginLive.mockReturnValueOnce(late)
  else {
    tellLive.mockRejectedValueOnce(new ApiProblem(404, 'record_not_found', 'Gone.', 'Look again.'))
    beginLive.mockResolvedValueOnce(reply()).mockReturnValueOnce(late)
  }
  await agree()
  if (who === 'page') scope.dispose()
  else find('live-end')?.click()
  const ended = endLive.mock.calls.length
  open(reply({ live_id: 'l2' }))
  await pass(10)
  expect([endLive.mock.calls.length - ended, tellLive.mock.calls.length, find('live-on')]).toEqual([1, who === 'page' ? 0 : 1, null])
})

it('says why nobody can watch', async () => {
  beginLive.mockRejectedValue(new ApiProblem(503, 'overloaded', 'Too many people are helped just now.', 'Go on.'))
  await agree()
  expect(help.element.textContent).toContain('Too many people are helped just now.')
  expect(find('live-on')).toBeNull()
})
