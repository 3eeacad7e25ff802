// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestServer } from '../../../testing/TestServer'
import { ApiClient } from '../../api/ApiClient'
import type { LeaseView, TallyView } from '../../api/types'
import { html } from '../../kit/dom/html'
import { Scope } from '../../kit/lifecycle/Scope'
import { message } from '../../kit/notices/message'
import { showTally } from './tally'

const LEASE = { kind: 'sign', lease_id: 'l1' } as LeaseView
const WAITING = { tasks: 3, more: false, ready: true, reason: null, kind: null }

let server: TestServer
let scope: Scope
let thanks: HTMLElement

beforeEach(() => {
  server = new TestServer()
  scope = new Scope()
  thanks = message({ name: 'thank-you', title: 'Thank you', detail: 'Stored.' }, html('button'))
})
afterEach(() => scope.dispose())

async function facts(tally: TallyView): Promise<Record<string, string>> {
  server.on('GET /me/tally/sign?:', () => tally)
  await showTally(scope, thanks, new ApiClient('secret', undefined, server.request), LEASE)
  return Object.fromEntries([...thanks.querySelectorAll('dd')].map((figure) => [figure.dataset.testid?.replace('tally-', '') ?? '', figure.textContent]))
}

it('says what is known, and nothing of what is not', async () => {
  expect(await facts({ done: 41, today: 3, waiting: WAITING, pay: [] })).toEqual({ today: '3', done: '41', left: '3' })
  expect(thanks.querySelector('.hint')).toBeNull()
})

it('says how much a task pays and what was earned so far, in the currency of each', async () => {
  const pay = [{ currency: 'INR', task: 2500, recorded: 125_050, as_of: '2026-11-22T10:00:00Z' }, { currency: 'JPY', task: null, recorded: 300, as_of: null }]
  expect(await facts({ done: 1, today: 1, waiting: null, pay })).toEqual({ today: '1', done: '1', task: '₹25.00', earned: '¥300' })
  expect([...thanks.querySelectorAll('dd')].map(({ textContent }) => textContent)).toContain('₹1,250.50')
  expect(thanks.querySelector('.hint')?.textContent).toContain('Nov 22, 2026')
})

it('says that more wait than it counted, and that none does', async () => {
  expect((await facts({ done: 1, today: 1, waiting: { ...WAITING, tasks: 20, more: true }, pay: [] })).left).toBe('20 or more')
  thanks.querySelector('.tally')?.remove()
  expect((await facts({ done: 1, today: 1, waiting: { tasks: 0, more: false, ready: false, reason: 'nothing', kind: null }, pay: [] })).left).toBeUndefined()
  expect(thanks.querySelector('.hint')?.textContent).not.toBe('')
  thanks.querySelector('.tally')?.remove()
  expect(await facts({ done: 1, today: 1, waiting: { tasks: 0, more: false, ready: true, reason: null, kind: null }, pay: [{ currency: 'EUR', task: null, recorded: 0, as_of: null }] })).toEqual({ today: '1', done: '1', earned: '€0.00' })
})

it('does not say that nothing waits where it is somebody else’s turn', async () => {
  await facts({ done: 1, today: 1, waiting: { tasks: 0, more: false, ready: false, reason: 'turn', kind: 'guide' }, pay: [] })
  expect(thanks.querySelector('.hint')).toBeNull()
})

it('asks since the beginning of the person\'s own day, and for the pay of this task', async () => {
  await facts({ done: 1, today: 1, waiting: null, pay: [] })
  const asked = new URLSearchParams(server.calls[0]?.split('?')[1])
  expect(new Date(asked.get('since') ?? '').getHours()).toBe(0)
  expect(asked.get('lease')).toBe('l1')
})

it('thanks people also where the server does not answer', async () => {
  server.offline = true
  expect(await showTally(scope, thanks, new ApiClient('secret', undefined, server.request), LEASE)).toBeNull()
  expect(thanks.querySelector('dd')).toBeNull()
})
