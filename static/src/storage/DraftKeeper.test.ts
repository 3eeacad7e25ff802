import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { settled, until } from '../../testing/until'
import { ApiProblem } from '../api/ApiProblem'
import type { LeaseView } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'
import { DraftKeeper, type SendDraft } from './DraftKeeper'
import { Cipher, IndexedDbStore } from './IndexedDbStore'

import 'fake-indexeddb/auto'

const KEY = btoa('k'.repeat(32))

let store: IndexedDbStore

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) // the database goes on in real time
  vi.stubGlobal('window', new EventTarget())
  store = await IndexedDbStore.open(await Cipher.open(KEY), crypto.randomUUID())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const leased = (draft: LeaseView['draft'] = null) => ({ lease_id: 'l1', draft }) as LeaseView
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
const open = (send: SendDraft, draft?: LeaseView['draft']) => DraftKeeper.open(new Scope(), store, leased(draft), send)

it('keeps what was written at a pause in typing, here and there, once', async () => {
  const send = vi.fn<SendDraft>(() => Promise.resolve())
  const keeper = await open(send)
  const told: boolean[][] = []
  keeper.on('change', () => told.push([keeper.storedHere, keeper.sent]))
  for (const text of ['G', 'Go', 'Go left']) keeper.save(text)
  expect(told).toEqual([[false, false], [false, false], [false, false]])
  await pass(0.5)
  await until(() => keeper.storedHere && keeper.sent)
  expect(send.mock.calls.map(([{ content }]) => content)).toEqual(['Go left'])
  expect([(await store.draft('l1'))?.content, told.length, told.at(-1)]).toEqual(['Go left', 5, [true, true]])
})

it('keeps what was written before an answer goes out, and nothing while it is on its way', async () => {
  const send = vi.fn<SendDraft>(() => Promise.resolve())
  const keeper = await open(send)
  keeper.save('Go')
  keeper.rest()
  await keeper.settled()
  keeper.save('Go left', { now: true })
  keeper.save('Go left now')
  await pass(5)
  expect(send.mock.calls.map(([{ content }]) => content)).toEqual(['Go'])
  expect([keeper.latest, keeper.sent]).toEqual(['Go left now', false])
  keeper.goOn()
  await until(() => keeper.sent && keeper.storedHere)
  expect(send.mock.calls.map(([{ content }]) => content)).toEqual(['Go', 'Go left now'])
  expect((await store.draft('l1'))?.content).toBe('Go left now')
})

it('keeps what changes without a pause after two seconds', async () => {
  const send = vi.fn<SendDraft>(() => Promise.resolve())
  const keeper = await open(send)
  for (let letters = 1; letters <= 25; letters++) {
    keeper.save('a'.repeat(letters))
    await pass(0.1)
  }
  expect(send).toHaveBeenCalledOnce()
})

it('opens with the later of what this device and the server have', async () => {
  await store.putDraft('l1', { version: 5, content: 'here' })
  const send = () => Promise.resolve()
  expect((await open(send)).latest).toBe('here')
  expect((await open(send, { version: 4, content: 'there' })).latest).toBe('here')
  expect((await open(send, { version: 6, content: 'there' })).latest).toBe('there')
})

it('sends the latest when the network is back, and not what came before it', async () => {
  const send = vi.fn<SendDraft>(() => Promise.resolve()).mockRejectedValueOnce(ApiProblem.unreachable())
  const keeper = await open(send)
  keeper.save('first', { now: true })
  await until(() => send.mock.calls.length === 1)
  keeper.save('second', { now: true })
  await until(() => keeper.storedHere)
  window.dispatchEvent(new Event('online'))
  await until(() => keeper.sent)
  expect(send.mock.calls.map(([{ content }]) => content)).toEqual(['first', 'second'])
})

it('has settled when nothing is written any more, here or there, the latest last', async () => {
  const send = vi.fn<SendDraft>(() => Promise.resolve())
  const keeper = await open(send)
  for (const text of ['first', 'second', 'third']) keeper.save(text, { now: true })
  await keeper.settled()
  expect((await store.draft('l1'))?.content).toBe('third')
  expect(keeper.storedHere).toBe(true)
})

it('has settled only when what was typed a moment ago is kept, and keeps nothing afterwards', async () => {
  const send = vi.fn<SendDraft>(() => Promise.resolve())
  const keeper = await open(send)
  keeper.save('Go left')
  await keeper.settled()
  expect([(await store.draft('l1'))?.content, keeper.sent]).toEqual(['Go left', true])
  await store.discard('l1') // the answer was accepted
  await pass(0.6) // more than a pause in typing
  await settled()
  expect([await store.draft('l1'), send.mock.calls.length]).toEqual([null, 1])
})

it('does nothing anew for a draft that is as it was', async () => {
  const send = vi.fn<SendDraft>(() => Promise.resolve())
  const keeper = await open(send)
  for (let times = 0; times < 2; times++) {
    keeper.save('Go', { now: true })
    await keeper.settled()
  }
  expect(send).toHaveBeenCalledOnce()
})

it('says that nothing is stored here where nothing can be', async () => {
  const nowhere = { durable: false, draft: () => Promise.resolve(null), putDraft: () => Promise.resolve() } as unknown as IndexedDbStore
  const keeper = await DraftKeeper.open(new Scope(), nowhere, leased(), () => Promise.resolve())
  keeper.save('Go', { now: true })
  await keeper.settled()
  expect([keeper.storedHere, keeper.sent]).toEqual([false, true])
})

it('does not insist when the server refuses', async () => {
  const send = vi.fn<SendDraft>(() => Promise.reject(new ApiProblem(409, 'lease', 'Over.', '')))
  const keeper = await open(send)
  keeper.save('late', { now: true })
  await until(() => keeper.storedHere)
  expect([send.mock.calls.length, keeper.sent]).toEqual([1, false])
})
