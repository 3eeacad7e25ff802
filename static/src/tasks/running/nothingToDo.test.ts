// @vitest-environment page
import { expect, it } from 'vitest'

import { Empty, Refusal } from '../../../testing/TestServer'
import { until } from '../../../testing/until'
import { timeInZone } from '../../kit/formatting/format'
import { click, find, lease, open, screen, server, sessions, setWaiting, shows } from './testing'

it('says why there is nothing to do, and looks again when asked to', async () => {
  const texts = new Set<string>()
  for (const reason of ['turn', 'other', 'cap', 'paused', 'unreached', 'nothing']) {
    server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': reason, 'PanGEA-Kind': 'follower' }))
    const page = open()
    await shows(page, 'nothing-to-do')
    texts.add(find(page, 'nothing-to-do')?.querySelector('p')?.textContent ?? '')
    expect(page.querySelector('a[href="/work"]')).not.toBeNull()
    server.on('POST /leases', () => lease('l1'))
    click(page, 'look-again')
    await shows(page, 'read')
    sessions.at(-1)?.scope.dispose()
  }
  expect(texts.size).toBe(6)
})

it('says when tasks for two begin, and what may be done meanwhile', async () => {
  const [morning, evening] = ['2126-12-02T09:00:00Z', '2126-12-02T18:00:00Z']
  server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': 'later', 'PanGEA-Kind': 'tour', 'PanGEA-Opens-At': morning }))
  const page = open()
  await shows(page, 'nothing-to-do')
  expect([find(page, 'nothing-to-do')?.textContent, page.querySelector('a[href="/work"]') !== null]).toEqual([expect.stringContaining(timeInZone(morning)), true])
  setWaiting({ tasks: 0, more: false, ready: false, reason: 'later', kind: 'tour', opens_at: evening })
  await screen.pass(20)
  expect(find(page, 'nothing-to-do')?.textContent).toContain(timeInZone(evening))
})

it('notices new work by itself, and opens none for somebody who is away', async () => {
  server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': 'nothing' }))
  const page = open()
  await shows(page, 'nothing-to-do')
  await screen.pass(38) // two pauses of 15 s, and not three, though each may be 15 % shorter or longer
  expect([server.count('GET /me/waiting/sign'), server.count('POST /leases')]).toEqual([2, 1])
  expect(find(page, 'looked-last')?.textContent).not.toBe('')
  setWaiting({ tasks: 1, more: false, ready: true, reason: null, kind: null })
  server.on('POST /leases', () => lease('l1'))
  await screen.pass(20)
  expect([find(page, 'nothing-to-do'), server.count('POST /leases')]).toEqual([null, 1])
  expect(document.activeElement).toBe(find(page, 'open-task'))
  const looks = server.count('GET /me/waiting/sign')
  await screen.pass(120)
  expect(server.count('GET /me/waiting/sign')).toBe(looks)
  click(page, 'open-task')
  await shows(page, 'read')
})

it('says so when it has become the turn of another kind', async () => {
  server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': 'nothing' }))
  const page = open()
  await shows(page, 'nothing-to-do')
  setWaiting({ tasks: 0, more: false, ready: false, reason: 'turn', kind: 'follower' })
  await screen.pass(20)
  const other = () => page.querySelector('a[href="/work"]')?.textContent
  const follow = other()
  setWaiting({ tasks: 0, more: false, ready: false, reason: 'turn', kind: 'guide' })
  await screen.pass(20)
  expect([follow === undefined, other() === undefined, follow === other()]).toEqual([false, false, false])
})

it('offers no other kind of task where there is none', async () => {
  server.on('POST /leases', () => new Empty())
  const page = open()
  await shows(page, 'nothing-to-do')
  expect(page.querySelector('a[href="/work"]')).toBeNull()
})

it('tells people who are given no more tasks so, in the place of looking again', async () => {
  server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': 'nothing' }))
  server.on('GET /me/standings', () => [{ campaign_id: 'c', kind: 'sign', state: 'stopped' }])
  const page = open()
  await shows(page, 'nothing-to-do')
  expect([find(page, 'standing-stopped') !== null, find(page, 'look-again')]).toEqual([true, null])
})

it('tells the tab of somebody who has turned to another one that work is ready, and takes that back', async () => {
  server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': 'nothing' }))
  document.title = 'PanGEA · Sign'
  const page = open()
  await shows(page, 'nothing-to-do')
  setWaiting({ tasks: 1, more: false, ready: true, reason: null, kind: null })
  await screen.pass(20)
  expect([document.title === 'PanGEA · Sign', document.title.startsWith('●')]).toEqual([false, true])
  server.on('POST /leases', () => lease('l1'))
  click(page, 'open-task')
  await shows(page, 'read')
  expect(document.title).toBe('PanGEA · Sign')
})

it('says the same reason once, and keeps the focus where it is', async () => {
  server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': 'nothing' }))
  const page = open()
  await shows(page, 'nothing-to-do')
  const told = find(page, 'nothing-to-do')
  setWaiting({ tasks: 0, more: false, ready: false, reason: null, kind: null })
  await screen.pass(20)
  expect(find(page, 'nothing-to-do')).toBe(told)
  find(page, 'interface-language')?.focus()
  setWaiting({ tasks: 0, more: false, ready: false, reason: 'cap', kind: null })
  await screen.pass(20)
  expect([find(page, 'nothing-to-do') === told, document.activeElement]).toEqual([false, find(page, 'interface-language')])
})

it('tells nobody that they are stopped who is in another kind of task, or works', async () => {
  server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': 'nothing' }))
  server.on('GET /me/standings', () => [{ campaign_id: 'c', kind: 'other', state: 'stopped' }, { campaign_id: 'c', kind: 'sign', state: 'working' }])
  const page = open()
  await shows(page, 'nothing-to-do')
  expect(find(page, 'look-again')).not.toBeNull()
})

it('lets people who are given no more tasks ask a manager', async () => {
  server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': 'nothing' }))
  server.on('GET /me/standings', () => [{ campaign_id: 'c', kind: 'sign', state: 'stopped' }])
  const asked: unknown[] = []
  server.on('PUT /me/appeal', ({ body }) => {
    asked.push(body)
    return asked.length < 2 ? new Refusal(503, 'busy') : {}
  })
  const page = open()
  await shows(page, 'nothing-to-do')
  ;(find(page, 'comment') as HTMLTextAreaElement).value = ' Why? '
  click(page, 'appeal')
  await until(() => find(page, 'problem') !== null)
  expect((find(page, 'appeal') as HTMLButtonElement).disabled).toBe(false)
  click(page, 'appeal')
  await until(() => find(page, 'standing-appealed') !== null)
  expect([asked, find(page, 'standing-stopped'), find(page, 'standing-appealed')?.getAttribute('role')]).toEqual([Array(2).fill({ campaign_id: 'c', kind: 'sign', words: 'Why?' }), null, 'status'])
})

it('tells people whose appeal was heard so, without asking again', async () => {
  server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': 'nothing' }))
  server.on('GET /me/standings', () => [{ campaign_id: 'c', kind: 'sign', state: 'appealed' }])
  const page = open()
  await shows(page, 'nothing-to-do')
  expect([find(page, 'standing-appealed') !== null, find(page, 'appeal')]).toEqual([true, null])
})
