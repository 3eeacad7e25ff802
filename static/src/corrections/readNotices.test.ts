// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestAudio } from '../../testing/TestAudio'
import { Refusal, TestServer } from '../../testing/TestServer'
import { TestWaveform } from '../../testing/TestWaveform'
import { settled, until } from '../../testing/until'
import { ApiClient } from '../api/ApiClient'
import { Scope } from '../kit/lifecycle/Scope'
import { readNotices } from './readNotices'

vi.mock('../player/VoiceWaveform', () => ({ VoiceWaveform: TestWaveform }))

const REJECTED = { task_id: 'guide-1', kind: 'guide', number: 1, version: 2, state: 'rejected', reason: 'Too short.' }
const SENT_BACK = { task_id: 'guide-2', kind: 'guide', number: 2, version: 5, state: 'sent_back', reason: 'Write more.' }
const BATCH = { batch_id: 'b1', task_ids: ['guide-1', 'guide-9'] }

let server: TestServer
let scope: Scope
let root: HTMLElement
let notices: object[]
let batches: object[]
let phases: string[]
let corrections: { path: string; body: unknown }[]
let over: boolean
let refuses: boolean

beforeEach(() => {
  localStorage.clear()
  document.documentElement.lang = 'en'
  vi.stubGlobal('Audio', TestAudio)
  server = new TestServer()
  scope = new Scope()
  root = document.createElement('main')
  document.body.replaceChildren(root)
  ;[notices, batches, phases, corrections, over, refuses] = [[], [], [], [], false, false]
  server.on('GET /me/reviews', () => notices)
  server.on('GET /me/batches', () => batches)
  server.on('GET /me/reviews/:', () => ({ notice: SENT_BACK, transcript: 'Go left.', language: 'hi-IN', voice_url: null }))
  const note = ({ path, body }: { path: string; body: unknown }) => {
    corrections.push({ path, body })
    return refuses ? new Refusal(503, 'busy') : {}
  }
  for (const route of ['PUT /me/reviews/:/corrections/:', 'PUT /me/batches/:/appeal', 'PUT /me/reviews/:/seen']) server.on(route, note)
})
afterEach(() => {
  scope.dispose()
  vi.unstubAllGlobals()
})

const find = (name: string) => root.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const area = () => find('transcript') as HTMLTextAreaElement
const write = (text: string) => {
  area().value = text
  area().dispatchEvent(new Event('input', { bubbles: true }))
}
const client = () => new ApiClient('secret', undefined, server.request)
async function read(): Promise<void> {
  const turn = (phase: string) => {
    phases.push(phase)
    root.replaceChildren()
    return root
  }
  void readNotices(scope, client(), turn).then(() => (over = true))
  await until(() => over || root.childElementCount > 0)
  await settled()
}

it('shows nothing where nobody said anything', async () => {
  await read()
  expect([over, phases, server.calls]).toEqual([true, [], ['GET /me/reviews']])
})

it('says what was rejected, and marks it as seen once the person goes on', async () => {
  notices = [REJECTED]
  await read()
  expect([find('notice-rejected')?.querySelector('h2')?.textContent, find('notice-reason')?.textContent, find('notice-mend'), find('notices-on')?.classList.contains('button-primary')]).toEqual([expect.stringMatching(/ was not accepted$/), 'Too short.', null, true])
  find('notices-on')?.click()
  await until(() => over)
  expect(corrections).toEqual([{ path: '/me/reviews/guide-1/seen', body: { version: 2 } }])
})

it('lets a person correct what was sent back, and comes back to what is left', async () => {
  notices = [SENT_BACK, REJECTED]
  await read()
  expect([find('notice-sent_back') !== null, find('notices-on')?.classList.contains('button-primary')]).toEqual([true, false])
  find('notice-mend')?.click()
  await until(() => find('correction') !== null)
  const send = find('correction-send') as HTMLButtonElement
  expect([area().value, area().lang, send.disabled, find('notice-reason')?.textContent, root.querySelector('.player')]).toEqual(['Go left.', 'hi-IN', true, 'Write more.', null])
  write(' Go left. ')
  expect(send.disabled).toBe(true)
  write('  ')
  expect(send.disabled).toBe(true)
  write(' Go left, then stop. ')
  expect(send.disabled).toBe(false)
  notices = [REJECTED]
  send.click()
  await until(() => find('notices') !== null)
  expect([corrections[0]?.body, corrections[0]?.path.split('/')[3], phases]).toEqual([{ version: 5, transcript: 'Go left, then stop.' }, 'guide-2', ['notices', 'correction', 'notices']])
})

it('keeps the words of a correction that was put off, and its number until it has arrived', async () => {
  notices = [SENT_BACK]
  await read()
  find('notice-mend')?.click()
  await until(() => find('correction') !== null)
  write('Go left, then')
  find('correction-later')?.click()
  await until(() => find('notices') !== null)
  find('notice-mend')?.click()
  await until(() => find('correction') !== null)
  // What was sent or put off is not kept any longer.
  expect(area().value).toBe('Go left.')
  write('Go right.')
  refuses = true
  find('correction-send')?.click()
  await until(() => find('problem') !== null)
  find('correction-send')?.click()
  await settled()
  write('Go right, please.')
  find('correction-send')?.click()
  await settled()
  const ids = corrections.map(({ path }) => path.split('/').at(-1))
  expect([ids.length, ids[0] === ids[1], ids[1] === ids[2]]).toEqual([3, true, false])
})

it('tells of a batch as a whole, and lets the person ask staff to look again', async () => {
  notices = [REJECTED, { ...REJECTED, task_id: 'guide-3' }]
  batches = [BATCH, { batch_id: 'b2', task_ids: ['guide-8'] }]
  await read()
  expect([root.querySelectorAll('[data-testid=notice-batch]').length, root.querySelectorAll('[data-testid=notice-rejected]').length, find('notice-batch')?.textContent.includes('2')]).toEqual([1, 1, true])
  ;(find('comment') as HTMLTextAreaElement).value = ' Why? '
  refuses = true
  find('batch-appeal')?.click()
  await until(() => find('problem') !== null)
  refuses = false
  find('batch-appeal')?.click()
  await until(() => find('batch-appealed') !== null)
  expect(corrections).toEqual(Array(2).fill({ path: '/me/batches/b1/appeal', body: { words: 'Why?' } }))
})

it('keeps words that were written when the page was closed', async () => {
  notices = [SENT_BACK]
  for (const [before, text] of [['Go left.', 'Go left, then'], ['Go left, then', 'Go on.']] as const) {
    await read()
    await until(() => find('notice-mend') !== null)
    find('notice-mend')?.click()
    await until(() => find('correction') !== null)
    expect([area().value, (find('correction-send') as HTMLButtonElement).disabled]).toEqual([before, before === 'Go left.'])
    write(text)
    scope.dispose()
    scope = new Scope()
    root.replaceChildren()
  }
})
