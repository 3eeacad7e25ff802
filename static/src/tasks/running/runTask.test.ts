// @vitest-environment page
import { expect, it, vi } from 'vitest'

import { Empty, Refusal } from '../../../testing/TestServer'
import { eventually, settled, until } from '../../../testing/until'
import { lastWork } from '../../kit/preferences/lastWork'
import { IndexedDbStore } from '../../storage/IndexedDbStore'
import type { LessonContext } from '../phases/defineTask'
import { click, draftKept, draftSays, find, lease, open, phases, progress, renewals, screen, server, sessions, setWaiting, shows, storeOf, task } from './testing'

/** The test's task, whose first phase is an introduction. */
const introduced = { ...task, introduction: { show: () => [], begin: 'go' as const } }

it('leads from the first phase to the last, and then into the next task', async () => {
  const page = open()
  await shows(page, 'read')
  expect([progress(page), 'panorama' in page.dataset]).toEqual(['Read', false])
  click(page, 'go')
  expect([page.dataset.phase, progress(page), 'panorama' in page.dataset]).toEqual(['write', 'Write', true])
  expect(page.querySelectorAll('.step-past')).toHaveLength(1)
  click(page, 'go')
  expect([page.dataset.phase, progress(page)]).toEqual(['done', 'Write'])
  phases.at(-1)?.next()
  await until(() => sessions.length === 2)
  await shows(page, 'read')
  expect(sessions.map(({ lease: { lease_id }, scope }) => [lease_id, scope.disposed])).toEqual([['l1', true], ['l2', false]])
})

it('ends what a phase has begun when the next phase begins', async () => {
  const page = open()
  await shows(page, 'read')
  click(page, 'go')
  expect(phases.map(({ name, scope }) => [name, scope.disposed])).toEqual([['read', true], ['write', false]])
})

it('says that it loads while the server takes its time', async () => {
  const release = server.hold((call) => call === 'POST /leases')
  const page = open()
  await shows(page, 'loading')
  expect(page.querySelector('[role=status]')).not.toBeNull()
  release()
  await shows(page, 'read')
})

it('goes on after a reload in the phase that was left, with the words, and counts no phase twice', async () => {
  const before = open()
  await shows(before, 'read')
  await screen.pass(10)
  click(before, 'go')
  await screen.pass(20)
  sessions[0]!.words = 'Past the plant'
  sessions[0]!.keepDraft()
  await screen.pass(1)
  await draftKept('plant')
  sessions[0]!.scope.dispose()
  await screen.pass(3600)

  server.on('POST /leases', () => lease('l1'))
  const after = open()
  await shows(after, 'write')
  const [, session] = sessions
  expect(session?.words).toBe('Past the plant')
  const times = session!.phaseTimes()
  expect(times.map(({ name }) => name)).toEqual(['read', 'write'])
  expect(times[0]).toMatchObject({ start_time: 0, end_time: expect.closeTo(10, 0) as number })
  expect(times[1]!.end_time).toBeLessThan(60)
})

it('keeps the phase itself at once, words at a pause in typing', async () => {
  const page = open()
  await shows(page, 'read')
  click(page, 'go')
  await draftKept('"phase":"write"')
  sessions[0]!.words = 'Past the plant'
  sessions[0]!.keepDraft()
  await settled()
  expect(draftSays('plant')).toBe(false)
  await screen.pass(1)
  await draftKept('plant')
})

it('begins anew after a reload in a task that cannot go on', async () => {
  const { id, title, first, transitions, begin } = task
  const forgetful = { id, title, first, transitions, begin, phases: task.phases }
  const before = open(forgetful)
  await shows(before, 'read')
  click(before, 'go')
  await draftKept('write')
  sessions[0]!.scope.dispose()
  server.on('POST /leases', () => lease('l1'))
  const after = open(forgetful)
  await shows(after, 'read')
  expect(sessions[1]!.phaseTimes().map(({ name }) => name)).toEqual(['read'])
})

it('keeps what changes unsaid every ten seconds', async () => {
  const page = open()
  await shows(page, 'read')
  sessions[0]!.words = 'Past the plant'
  await screen.pass(9)
  await settled()
  expect(draftSays('plant')).toBe(false)
  await screen.pass(2)
  await draftKept('plant')
})

const timeLeft = (page: HTMLElement) => find(page, 'time-left')?.textContent ?? null

it('counts a limited time at the work itself, goes on after a reload, and tells it with the answer', async () => {
  server.on('POST /leases', () => lease('l1', { time_limit: 30 }))
  const before = open(introduced)
  await shows(before, 'read')
  await screen.pass(100)
  expect(timeLeft(before)).toBe('0:30 left')
  click(before, 'go')
  await screen.pass(12)
  await draftKept('"time_used":10')
  sessions[0]!.scope.dispose()
  await screen.pass(3600)

  const after = open(introduced)
  await shows(after, 'write')
  expect(timeLeft(after)).toBe('0:20 left')
  await screen.pass(24)
  expect([after.dataset.phase, timeLeft(after)]).toEqual(['write', 'The time is up: 0:04 over'])
  const sent: unknown[] = []
  server.on('POST /leases/:/submit', ({ body }) => ({ taken: sent.push(body) }))
  await sessions[1]!.client.submit('l1', { phases: [] })
  expect(sent).toMatchObject([{ aids: { time_limit: 30, time_used: expect.closeTo(34, 0) as number } }])
})

it('ends the work where the kind says how, when its time is over', async () => {
  server.on('POST /leases', () => lease('l1', { time_limit: 5 }))
  const page = open({ ...introduced, timeUp: () => 'go' })
  await shows(page, 'read')
  click(page, 'go')
  await screen.pass(4)
  expect(page.dataset.phase).toBe('write')
  await screen.pass(2)
  expect([page.dataset.phase, timeLeft(page)]).toEqual(['done', 'The time is up.'])
})

it('shows no time where there is no limit', async () => {
  const page = open()
  await shows(page, 'read')
  expect(timeLeft(page)).toBeNull()
})

it('tells with the answer also what the person had before a reload', async () => {
  const aids = { map: true, map_seconds: 4, flights: 1 }
  server.on('POST /leases', () => lease('l1', { draft: { version: 1, content: JSON.stringify({ phase: 'write', times: [], answer: { words: '' }, aids }) } }))
  const sent: unknown[] = []
  server.on('POST /leases/:/submit', ({ body }) => ({ taken: sent.push(body) }))
  await shows(open(), 'write')
  await sessions[0]!.client.submit('l1', { phases: [] })
  expect(sent).toEqual([{ phases: [], aids }])
})

it('opens a task whose log of actions cannot be kept', async () => {
  vi.spyOn(IndexedDbStore.prototype, 'logs').mockRejectedValue(new Error('broken'))
  server.on('POST /leases', () => lease('l1', { actions: { attempt: 0 } }))
  await shows(open(), 'read')
  expect(sessions[0]!.actions).toBeNull()
})

it('works with a lease that gives no key, and says why nothing is kept here', async () => {
  server.on('POST /leases', () => lease('l1', { device_key: null }))
  const page = open()
  await shows(page, 'read')
  expect(sessions[0]!.storage.problem?.message).toBeTruthy()
})

it('holds on to the task while somebody works on it, and lets go when it is done', async () => {
  const page = open()
  await shows(page, 'read')
  await screen.pass(250)
  expect(renewals()).toBe(1)
  const told: unknown[] = []
  server.on('POST /leases/:/renew', ({ body }) => ({ taken: told.push(body) }))
  document.dispatchEvent(new Event('keydown'))
  await screen.pass(31)
  expect([renewals(), told]).toEqual([2, [{ phase: 'read' }]])
  click(page, 'go')
  click(page, 'go')
  document.dispatchEvent(new Event('keydown'))
  await screen.pass(1000)
  expect(renewals()).toBe(2)
})

it('works on though a renewal does not get through', async () => {
  const page = open()
  await shows(page, 'read')
  server.offline = true
  document.dispatchEvent(new Event('keydown'))
  await screen.pass(500)
  await settled()
  expect(page.dataset.phase).toBe('read')
})

it('asks for consent before it checks any equipment, and then goes on', async () => {
  let consent = 'missing'
  let checked = 0
  server.on('GET /me', () => ({ annotator_id: 1, consent, languages: ['en'], role: 'annotator' }))
  server.on('GET /me/consent?language=en', () => ({ version: 1, language: 'en', body: [{ element: 'text', text: 'We record.', children: [] }], retention_days: 30, agreed_at: null }))
  server.on('PUT /me/consent', () => ({ consent: (consent = 'given') }))
  const prepare = () => Promise.resolve(void (checked += 1))
  setWaiting({ tasks: 1, more: false, ready: true, reason: null, kind: null })
  const page = open({ ...task, prepare })
  await shows(page, 'consent')
  await until(() => page.textContent.includes('We record.'))
  expect([checked, server.count('POST /leases')]).toEqual([0, 0])
  const box = find(page, 'agree-box') as HTMLInputElement
  box.checked = true
  box.dispatchEvent(new Event('change'))
  click(page, 'agree')
  await shows(page, 'read')
  expect(checked).toBe(1)
})

it('asks for consent also where the server alone knows that it is missing', async () => {
  server.refuse((call) => (call === 'POST /leases' ? new Refusal(409, 'consent') : null))
  const page = open()
  await shows(page, 'problem') // the text of it cannot be had either
  expect(server.calls).toContain('GET /me/consent?language=en')
})

it('lets one tab alone have a task; another says so, and goes on when the first is over', async () => {
  server.on('POST /leases', () => lease('l1'))
  const first = open()
  await shows(first, 'read')
  const second = open()
  await shows(second, 'other-tab')
  expect([find(second, 'other-tab')?.textContent !== '', sessions.length]).toEqual([true, 1])
  sessions[0]!.scope.dispose()
  await shows(second, 'read')
  expect(sessions).toHaveLength(2)
})

it('trains people first, for the kind that is due', async () => {
  const lesson = vi.fn<(context: LessonContext) => Promise<void>>(() => Promise.resolve())
  for (const [kind, asked] of [['follower', 'follower'], [null, 'sign']] as const) {
    server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': 'training', ...(kind && { 'PanGEA-Kind': kind }) }))
    await shows(open({ ...task, lesson }), 'training')
    await until(() => lesson.mock.lastCall?.[0].kind === asked)
    await shows(open(), 'training')
    await until(() => server.calls.includes(`GET /me/training/${asked}`))
  }
})

it('leads to the page of a step that is due, of another kind', async () => {
  const went = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': 'step', 'PanGEA-Kind': 'tour' }))
  open()
  await until(() => went.mock.calls.length > 0)
  expect(went.mock.calls).toEqual([['/task/tour']])
  server.on('POST /leases', () => new Empty({ 'PanGEA-Reason': 'step' }))
  await shows(open(), 'nothing-to-do')
})

it('asks what the campaign wants to know first, and then goes on', async () => {
  const asked: string[] = []
  server.on('POST /leases', () => (asked.length === 0 ? new Empty({ 'PanGEA-Reason': 'form', 'PanGEA-Campaign': 'c7' }) : lease('l1')))
  server.on('GET /me/forms?:', ({ path }) => {
    asked.push(path)
    return []
  })
  await shows(open(), 'read')
  expect(asked).toEqual(['/me/forms?language=&beginning=c7'])
})

it.each([
  [{ ready: false, reason: 'nothing', kind: null }, 0],
  [{ ready: false, reason: 'other', kind: 'follower' }, 0],
  [{ ready: true, reason: 'step', kind: 'follower' }, 0],
  [{ ready: true, reason: null, kind: null }, 1],
] as const)('checks equipment only where there is a task for it (%o)', async (found, times) => {
  let checked = 0
  setWaiting({ tasks: 0, more: false, ...found })
  const page = open({ ...task, prepare: () => Promise.resolve(void (checked += 1)) })
  await shows(page, 'read')
  expect(checked).toBe(times)
})

it('goes on as it is told after a task that is given back', async () => {
  server.on('POST /leases', () => new Empty())
  const again = vi.fn()
  const page = open(task, again)
  await shows(page, 'nothing-to-do')
  click(page, 'look-again')
  await until(() => again.mock.calls.length === 1)
})

it('remembers the page of the task for other pages, once it is open', async () => {
  history.replaceState(null, '', '/sign')
  const page = open()
  await shows(page, 'loading')
  const before = lastWork()
  await shows(page, 'read')
  expect([before, lastWork()]).toEqual([null, '/sign'])
})

it('says what went wrong, and tries again when asked to', async () => {
  server.offline = true
  const page = open()
  await shows(page, 'problem')
  server.offline = false
  click(page, 'retry')
  await shows(page, 'read')
})

it('says whom it does not let in, and offers nothing that would not help', async () => {
  server.refuse((call) => (call === 'GET /me/reviews' ? new Refusal(403, 'not_invited') : null))
  const page = open()
  await shows(page, 'problem')
  expect([find(page, 'sign-in-notInvited') !== null, find(page, 'retry')]).toEqual([true, null])
})

it('throws away what was accepted without this page knowing, and keeps everything else', async () => {
  const store = await storeOf()
  for (const leaseId of ['accepted', 'expired', 'unknown', 'active', 'l1']) await store.begin({ leaseId, attempt: 0, sampleRate: 48_000 })
  server.on('GET /leases/:', ({ parts: [id = ''] }) => {
    if (id === 'unknown') return new Refusal(404, 'not_found')
    return lease(id, { state: id === 'accepted' || id === 'l1' ? 'submitted' : id === 'expired' ? 'expired' : 'active' })
  })
  const page = open()
  await shows(page, 'read')
  await until(() => server.calls.filter((call) => call.startsWith('GET /leases/')).length === 4)
  await eventually(async () => expect(await store.leases()).not.toContain('accepted'))
  expect((await store.leases()).sort()).toEqual(['active', 'expired', 'l1', 'unknown'])
})

it('says in its head that the team has answered, and waits for nothing to say it', async () => {
  const release = server.hold((call) => call === 'GET /me/questions')
  server.on('GET /me/questions', () => [{ state: 'answered' }, { state: 'read' }, { state: 'waiting' }])
  const page = open()
  await shows(page, 'read')
  expect(find(page, 'answers')).toBeNull()
  release()
  await until(() => find(page, 'answers') !== null)
  expect(find(page, 'answers')?.textContent).toBe('1 new answer')
  server.refuse((call) => (call === 'GET /me/questions' ? new Refusal(500, 'internal') : null))
  await shows(open(), 'read')
})
