// @vitest-environment page
import { gunzipSync } from 'node:zlib'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestScreen } from '../../testing/TestScreen'
import { Refusal, TestServer } from '../../testing/TestServer'
import { settled, until } from '../../testing/until'
import { ApiClient } from '../api/ApiClient'
import type { ActionLine, ActionsSummary, LeaseView } from '../api/types'
import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { Cipher, IndexedDbStore } from '../storage/IndexedDbStore'
import { logName } from '../storage/RecordingStore'
import { ActionLog } from './ActionLog'

import 'fake-indexeddb/auto'

const KEY = btoa('k'.repeat(32))

let screen: TestScreen
let server: TestServer
let scope: Scope
let store: IndexedDbStore
let log: ActionLog
let attempt: number

const lease = () => ({ lease_id: 'l1', actions: { attempt } }) as LeaseView & { actions: { attempt: number } }
const open = async () => (log = await ActionLog.open(scope, { client: new ApiClient('secret', undefined, server.request), store, lease: lease(), clock: () => performance.now() / 1000 }))
const place = (element: HTMLElement) => {
  document.body.append(element)
  return element
}
const press = (target: Element, key: string, more: KeyboardEventInit = {}) => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }))

async function finish(): Promise<ActionsSummary> {
  let summary: ActionsSummary | null | undefined
  void log.finish().then((told) => (summary = told))
  await until(() => summary !== undefined)
  if (!summary) throw new Error('The server has not all of the log.')
  return summary
}

/** Until this device has what was done so far. */
async function keptHere(): Promise<void> {
  await screen.pass(1.1)
  for (let slices = 0; slices === 0; slices = (await store.read(logName('l1', 0))).slices.length) await settled()
}

async function logged(): Promise<ActionLine[]> {
  const { recording_id: id } = await finish()
  const text = gunzipSync(server.stream(id, 'actions')).toString()
  return text.trim().split('\n').map((line) => JSON.parse(line) as ActionLine)
}

beforeEach(async () => {
  screen = new TestScreen()
  server = new TestServer()
  scope = new Scope()
  attempt = 0
  store = await IndexedDbStore.open(await Cipher.open(KEY), crypto.randomUUID())
  await open()
})
afterEach(() => {
  scope.dispose()
  screen.close()
})

it('tells keys by name, with the time and that of the pose trace', async () => {
  log.recordedBy(() => ({ attempt: 2, time: 1.23456 }))
  press(place(html('button', { 'data-testid': 'done' })), 'ArrowUp', { shiftKey: true })
  const [line] = await logged()
  expect(line).toEqual({ time: expect.any(Number) as number, attempt: 2, recorded: 1.235, what: 'key', name: 'Shift+ArrowUp', state: 'down', on: { role: 'button', name: 'done' } })
})

it.each([['when something was done, not when it was written down', -250], ['no time that is still to come', 250]])('tells %s', async (_, since) => {
  await screen.pass(1)
  const [event, now] = [new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }), performance.now()]
  Object.defineProperty(event, 'timeStamp', { value: now + since })
  place(html('button', {})).dispatchEvent(event)
  const line = (await logged()).find(({ what }) => what === 'key')
  expect(line?.time).toBeCloseTo((now + Math.min(0, since)) / 1000, 2)
})

it('tells of what is written only which class each key has', async () => {
  const area = place(html('textarea', { 'data-testid': 'transcript' }))
  for (const key of ['H', 'ह', '7', ' ', '!', 'Enter', 'Backspace', 'ArrowLeft', 'Tab', 'Shift']) press(area, key)
  press(area, 'v', { ctrlKey: true })
  const lines = await logged()
  expect(lines.map(({ what, name }) => `${what} ${name ?? ''}`)).toEqual([
    ...['type letter', 'type letter', 'type digit', 'type space', 'type mark', 'type enter', 'type delete', 'type move', 'type other', 'type letter'],
  ])
  expect(JSON.stringify(lines)).not.toMatch(/ह|"H"|"v"/)
})

it('says nothing of a password', async () => {
  press(place(html('input', { type: 'password' })), 'x')
  press(place(html('p')), 'm')
  expect((await logged()).map(({ what, name }) => [what, name])).toEqual([['key', 'm']])
})

it('tells clicks with their place, phases, and what is done with a player', async () => {
  const button = place(html('button', { 'data-testid': 'send' }))
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX: 30, clientY: 40 }))
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }))
  button.dispatchEvent(new CustomEvent('pangea-player', { bubbles: true, detail: { name: 'seek', amount: 2.0004 } }))
  log.turnTo('write')
  const lines = await logged()
  expect(lines.map(({ what, name, on, x, y, amount }) => ({ what, name, on: on?.name, x, y, amount }))).toEqual([
    { what: 'click', on: 'send', x: 30, y: 40 },
    { what: 'click', on: 'send' },
    { what: 'player', name: 'seek', amount: 2 },
    { what: 'phase', name: 'write' },
  ])
})

it('follows the pointer over the picture while it is held, not over its buttons', async () => {
  const button = html('button', {})
  const viewer = place(html('div', { class: 'viewer' }, button))
  const point = (target: Element, name: string, clientX: number) => target.dispatchEvent(new PointerEvent(name, { bubbles: true, pointerId: 1, button: 0, clientX, clientY: 5 }))
  point(viewer, 'pointermove', 1)
  point(viewer, 'pointerdown', 2)
  point(viewer, 'pointermove', 3)
  point(viewer, 'pointerup', 4)
  point(button, 'pointerdown', 5)
  expect((await logged()).map(({ state, x }) => [state, x])).toEqual([['down', 2], ['move', 3], ['up', 4]])
})

it('goes on after a reload with what this device kept', async () => {
  press(place(html('p')), 'a')
  await keptHere()
  scope.dispose()
  scope = new Scope()
  attempt = 1 // of a page that keeps nothing
  await open()
  press(place(html('p')), 'b')
  expect((await logged()).map(({ name }) => name)).toEqual(['a', 'b'])
  expect([...server.recordings.keys()]).toEqual(['l1-actions-0'])
})

it('keeps what was done when the page is left, and says once that it stops at its limit', async () => {
  log.turnTo('x'.repeat(5_999_500))
  log.turnTo('late')
  log.turnTo('too late')
  window.dispatchEvent(new Event('pagehide'))
  for (let slices = 0; slices === 0; slices = (await store.read(logName('l1', 0))).slices.length) await settled()
  expect((await logged()).map(({ what, name }) => [what, name?.length])).toEqual([['phase', 5_999_500], ['end', 'limit'.length]])
})

it('is no walk to the page that looks for one, and goes with the lease', async () => {
  press(place(html('p')), 'a')
  await keptHere()
  expect(await store.recordings('l1')).toEqual([])
  await store.begin({ leaseId: 'l1', attempt: 0, sampleRate: null })
  await store.discardRecordings({ leaseId: 'l1', attempt: 0 })
  expect(await store.logs('l1')).toEqual([0])
  await store.discard('l1')
  expect(await store.logs('l1')).toEqual([])
})

it('stands in nobody’s way when the server takes no more of it', async () => {
  server.refuse((call) => (call.startsWith('PUT') ? new Refusal(413, 'quota') : null))
  press(place(html('p')), 'a')
  let summary: ActionsSummary | null | undefined
  void log.finish().then((told) => (summary = told))
  await until(() => summary !== undefined)
  expect(summary).toBeNull()
})

it('keeps nothing more on this device once the answer was accepted', async () => {
  press(place(html('p')), 'a')
  await finish()
  log.end()
  await store.discard('l1')
  log.turnTo('done')
  press(place(html('p')), 'b')
  await screen.pass(3)
  await settled()
  expect(await store.logs('l1')).toEqual([])
})

it('rests while the answer is sent, and goes on when that failed', async () => {
  press(place(html('p')), 'a')
  await finish()
  press(place(html('p')), 'lost')
  log.goOn()
  press(place(html('p')), 'b')
  expect((await logged()).map(({ name }) => name)).toEqual(['a', 'b'])
})
