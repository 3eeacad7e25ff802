import { afterEach, beforeEach, vi } from 'vitest'

import { house } from '../../../testing/house'
import { TestGpu } from '../../../testing/TestGpu'
import { TestLocks } from '../../../testing/TestLocks'
import { TestPictures } from '../../../testing/TestPictures'
import { TestScreen } from '../../../testing/TestScreen'
import { Empty, TestServer } from '../../../testing/TestServer'
import { settled, until } from '../../../testing/until'
import { ApiClient } from '../../api/ApiClient'
import type { LeaseView, Submission, Waiting } from '../../api/types'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { Cipher, IndexedDbStore } from '../../storage/IndexedDbStore'
import { openStore } from '../../storage/openStore'
import { defineTask, type PhaseContext, type TaskContext, type TaskDefinition } from '../phases/defineTask'
import { runTask } from './runTask'

import 'fake-indexeddb/auto'

export const KEY = btoa('k'.repeat(32))

/** What a person does in the test's task, with the parts that a test asks about. */
export interface Session extends TaskContext {
  words: string
}
export type Name = 'read' | 'write' | 'done'

export let screen: TestScreen
export let server: TestServer
export let locks: TestLocks
export let database: string
export let sessions: Session[]
export let waiting: Waiting
export let phases: { name: Name; scope: Scope; next: () => void }[]
/** What was submitted where `openKind` opened the task. */
export let submitted: Submission[]
let opened: Scope[]
/** What the server keeps, by lease. */
export let drafts: Map<string, NonNullable<LeaseView['draft']>>

beforeEach(() => {
  screen = new TestScreen()
  server = new TestServer()
  locks = new TestLocks()
  database = crypto.randomUUID()
  sessions = []
  phases = []
  submitted = []
  opened = []
  drafts = new Map()
  let leases = 0
  server.on('GET /me', () => ({ annotator_id: 1, consent: 'given', languages: ['en'], role: 'annotator' }))
  server.on('GET /me/reviews', () => [])
  server.on('GET /me/standings', () => [])
  server.on('GET /me/visit', () => new Empty())
  server.on('GET /me/questions', () => [])
  server.on('GET /me/waiting/:', () => waiting)
  server.on('DELETE /leases/:', () => new Empty())
  waiting = { tasks: 0, more: false, ready: false, reason: 'nothing', kind: null }
  server.on('GET /scans/house?lease=:', () => house())
  server.on('POST /leases', () => lease(`l${++leases}`))
  server.on('GET /leases/:', ({ parts: [id = ''] }) => lease(id))
  server.on('POST /leases/:/renew', ({ parts: [id = ''] }) => lease(id))
  server.on('PUT /leases/:/draft', ({ parts: [id = ''], body }) => {
    const draft = body as NonNullable<LeaseView['draft']>
    drafts.set(id, draft)
    return draft
  })
})
afterEach(() => {
  localStorage.clear()
  for (const scope of [...sessions.map(({ scope }) => scope), ...opened]) scope.dispose()
  screen.close()
})

export const lease = (lease_id: string, parts: Partial<LeaseView> = {}): LeaseView => ({
  lease_id,
  kind: 'sign',
  scan_id: 'house',
  start: { viewpoint_id: 'a', heading: 0 },
  args: {},
  start_preview: null,
  film: null,
  device_key: KEY,
  draft: drafts.get(lease_id) ?? null,
  expires_at: '2026-11-23T12:00:00Z',
  instructions: [],
  language: 'en',
  recordings: [],
  map: false,
  time_limit: null,
  actions: null,
  state: 'active',
  ...parts,
})

export type Shown = PhaseContext<Session, 'go'>

/** A phase that says its name, and has a button that ends it. */
export const phase = (name: Name) => (context: Shown) => {
  const { scope, root, send, next } = context
  const go = html('button', { 'data-testid': 'go' }, 'Go')
  go.onclick = () => send('go')
  root.append(name, go)
  phases.push({ name, scope, next })
}

/** Read something, write something, done. */
export const task = defineTask<Session, Name, 'go'>({
  id: 'sign',
  title: () => 'Sign',
  first: 'read',
  transitions: { read: { go: 'write' }, write: { go: 'done' }, done: {} },
  phases: {
    read: { title: () => 'Read', show: phase('read') },
    write: { title: () => 'Write', dark: true, show: phase('write') },
    done: { show: phase('done') },
  },
  begin: (context) => {
    const kept = context.draft as { words: string } | null
    const session = { ...context, words: kept?.words ?? '' }
    sessions.push(session)
    return session
  },
  draft: ({ words }) => ({ words }),
  reopen: (_session, phase) => (phase === 'write' ? 'write' : 'read'),
})

/** A tab of this browser, in which the task is opened. */
export const open = (shown: TaskDefinition<Session, Name, 'go'> = task, again?: () => void) => show(shown, again)

function show<Kept, Phase extends string, Event extends string>(shown: TaskDefinition<Kept, Phase, Event>, again?: () => void): HTMLElement {
  const page = html('main', {})
  document.body.append(page)
  const pictures = new TestPictures()
  pictures.let(() => 'come')
  const client = Object.assign(new ApiClient('secret', undefined, server.request), { image: pictures.load })
  const device = { locks, openStore: async (key: string | null) => (key === null ? openStore(key) : { store: await storeOf(key), problem: null }) }
  void runTask(page, client, shown, again ? { device, again } : { device })
  return page
}

/** Closes what `openKind` opened. */
export function leave(): void {
  for (const scope of opened.splice(0)) scope.dispose()
  document.body.replaceChildren()
}

/**
 * A tab in which a task of a kind is opened, with these parts of its lease: over a GPU of the test, with pictures that come at once.
 * What is sent is taken as it is.
 */
export async function openKind<Kept, Phase extends string, Event extends string>(kind: TaskDefinition<Kept, Phase, Event>, parts: Partial<LeaseView>): Promise<HTMLElement> {
  const gpu = new TestGpu()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return gpu.create(this)
  })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.stubGlobal('fetch', server.request)
  document.documentElement.lang = 'en'
  server.on('GET /leases/:', ({ parts: [id = ''] }) => lease(id, { ...parts, kind: kind.id }))
  server.on('POST /leases', () => lease('l1', { ...parts, kind: kind.id }))
  server.on('POST /leases/:/submit', ({ body }) => {
    submitted.push(body as Submission)
    return { task_id: 't1' }
  })
  const begin: typeof kind.begin = (context) => {
    opened.push(context.scope)
    return kind.begin(context)
  }
  const page = show({ ...kind, begin })
  await until(() => Object.hasOwn(kind.phases, page.dataset.phase ?? ''))
  return page
}

export const storeOf = async (key = KEY) => IndexedDbStore.open(await Cipher.open(key), database)
/** The leases of which this device keeps something. */
export const keptHere = async () => (await storeOf()).leases()
export const shows = (page: HTMLElement, name: string) => until(() => page.dataset.phase === name)
export const find = (page: HTMLElement, name: string) => page.querySelector<HTMLElement>(`[data-testid="${name}"]`)
export const click = (page: HTMLElement, name: string) => find(page, name)?.click()
export const renewals = () => server.calls.filter((call) => call.endsWith('/renew')).length
export const progress = (page: HTMLElement) => page.querySelector('[aria-current=step]')?.textContent
export const draftSays = (part: string) => drafts.get('l1')?.content.includes(part) ?? false
/** The server has it, and this device. */
export const draftKept = async (part: string) => {
  await until(() => draftSays(part))
  await sessions.at(-1)?.drafts.settled()
}

/** Lets time pass until it is so, a minute at most. */
export async function passUntil(isSo: () => boolean, seconds = 60): Promise<void> {
  for (let second = 0; second < seconds && !isSo(); second++) {
    await screen.pass(1)
    await settled()
  }
}

/** Lets time pass until the page shows this phase. */
export async function comesTo(page: HTMLElement, name: string): Promise<void> {
  await passUntil(() => page.dataset.phase === name)
  if (page.dataset.phase !== name) throw new Error(`The page shows ${page.dataset.phase}: ${page.textContent}`)
}

/** Lets time pass until the server keeps a draft that says this. */
export async function draftSaying(part: string): Promise<NonNullable<LeaseView['draft']>> {
  await passUntil(() => draftSays(part))
  const draft = drafts.get('l1')
  if (!draft || !draftSays(part)) throw new Error(`The draft does not say ${part}: ${draft?.content}`)
  return draft
}

/** What waits for the person from now on. */
export function setWaiting(now: Waiting): void {
  waiting = now
}
