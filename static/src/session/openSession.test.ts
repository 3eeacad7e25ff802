import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { forgetSession, keepForLink, keepSession, sessionOfLink } from '../kit/identity/kept'
import { confirm } from '../kit/dom/confirm'
import { until } from '../../testing/until'
import { mayArrive } from './mayBecome'
import { openSession as open } from './openSession'

vi.mock('../kit/dom/confirm', () => ({ confirm: vi.fn() }))

const asked = vi.mocked(confirm)
const replaceState = vi.fn()
/** What the server says to a link. */
let refused: (() => Response) | null
const PEOPLE: Record<string, number> = { mine: 1, 'mine-too': 1, theirs: 2 }
const LINKS: Record<string, number> = { 'link-for-me': 1, 'link-for-them': 2 }

class Shelf implements Storage {
  private readonly kept = new Map<string, string>()
  get length() {
    return this.kept.size
  }
  key = (index: number) => [...this.kept.keys()][index] ?? null
  getItem = (name: string) => this.kept.get(name) ?? null
  setItem = (name: string, value: string) => {
    this.kept.set(name, value)
    Object.defineProperty(this, name, { value, enumerable: true, configurable: true })
  }
  removeItem = (name: string) => {
    this.kept.delete(name)
    Reflect.deleteProperty(this, name)
  }
  clear = () => this.kept.clear()
}

function at(fragment: string): void {
  vi.stubGlobal('location', { hash: `#${fragment}`, pathname: '/me', search: '' })
}

/** What is kept and taken out of the address meanwhile is done, too. */
async function openSession(): Promise<string | null> {
  const before = replaceState.mock.calls.length
  const session = await open()
  await until(() => replaceState.mock.calls.length > before)
  return session
}

/** The server: whose session each is, and whose each link. */
function answer(path: string, init: RequestInit): Response {
  if (path.endsWith('/me')) {
    const person = PEOPLE[new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? '']
    return person === undefined ? problem(401, 'not_signed_in') : Response.json({ annotator_id: person })
  }
  const { invite } = JSON.parse(init.body as string) as { invite: string }
  if (path.endsWith('/sessions/preview')) return Response.json({ annotator_id: LINKS[invite] })
  return refused?.() ?? Response.json({}, { status: 201 })
}

const problem = (status: number, code: string) =>
  Response.json({ code, detail: code, status }, { status, headers: { 'Content-Type': 'application/problem+json' } })

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('sessionStorage', new Shelf())
  vi.stubGlobal('localStorage', new Shelf())
  vi.stubGlobal('history', { state: null, replaceState })
  vi.stubGlobal('fetch', vi.fn((path: string, init: RequestInit = {}) => Promise.resolve(answer(path, init))))
  asked.mockReset()
  refused = null
})
afterEach(() => void vi.unstubAllGlobals())

it('asks nothing of whoever opens a link in a browser of nobody', async () => {
  at('token=link-for-me')
  expect(await openSession()).toMatch(/^[\w-]{43}$/)
  expect(asked).not.toHaveBeenCalled()
})

it.each([
  ['token=link-for-them', false, 'mine'],
  ['session=theirs', false, 'mine'],
  ['session=theirs', true, 'theirs'],
])('asks before %s makes it somebody else (answer: %s)', async (fragment, yes, session) => {
  await keepSession('mine')
  asked.mockResolvedValue(yes)
  at(fragment)
  expect(await openSession()).toBe(session)
  expect(asked.mock.lastCall?.[1].detail).toMatch(/person 1.*person 2/)
})

it('opens another person’s link only after yes', async () => {
  await keepSession('mine')
  asked.mockResolvedValue(true)
  at('token=link-for-them')
  expect(await openSession()).toMatch(/^[\w-]{43}$/)
})

it.each(['token=link-for-me', 'session=mine', 'session=mine-too'])('asks nothing before %s, which is the same person’s', async (fragment) => {
  await keepSession('mine')
  at(fragment)
  await openSession()
  expect(asked).not.toHaveBeenCalled()
})

it('asks nothing about a session that this browser opened itself, in another tab', async () => {
  await keepSession('theirs')
  await keepSession('mine')
  at('session=theirs')
  expect(await openSession()).toBe('theirs')
  expect(asked).not.toHaveBeenCalled()
})

it('asks about a link that this browser opened for another person', async () => {
  await keepForLink('link-for-them', 'theirs')
  await keepSession('mine')
  asked.mockResolvedValue(false)
  at('token=link-for-them')
  expect(await openSession()).toBe('mine')
  expect(asked).toHaveBeenCalledOnce()
})

it('asks about a handed session where nobody is signed in', async () => {
  asked.mockResolvedValue(false)
  at('session=theirs')
  expect(await openSession()).toBeNull()
  expect(asked).toHaveBeenCalledOnce()
})

it('keeps its own where the handed session is over, and gives way where its own is', async () => {
  await keepSession('mine')
  at('session=long-over')
  expect(await openSession()).toBe('mine')
  await keepSession('over-too')
  at('session=theirs')
  asked.mockResolvedValue(true)
  expect(await openSession()).toBe('theirs')
})

it('takes a session that is over where nobody is signed in, as the page says so', async () => {
  at('session=long-over')
  expect([await openSession(), asked.mock.calls.length]).toEqual(['long-over', 0])
})

it('asks whoever is signed in, and nobody else, before a platform’s participant arrives', async () => {
  asked.mockResolvedValue(false)
  expect([await mayArrive(null, 'w7'), asked.mock.calls.length, await mayArrive({ annotator_id: 1 }, 'w7'), asked.mock.lastCall?.[1].yes]).toEqual([true, 0, false, 'Continue as w7'])
})

it.each([
  ['invite_claimed', 409, null, 'invite_claimed', false],
  ['invite_claimed', 409, 'mine', 'not_signed_in', false],
  ['invite_expired', 410, 'mine', 'invite_expired', false],
  ['id_token', 401, 'mine', 'id_token', true],
  ['busy', 503, null, 'busy', true],
] as const)('says that a link was refused (%s, %d; opened before as %s): %s, and keeps its session for another time: %s', async (code, status, known, said, keeps) => {
  if (known !== null) await keepForLink('link-for-me', known)
  refused = () => problem(status, code)
  at('token=link-for-me')
  await expect(open()).rejects.toMatchObject({ code: said })
  const kept = sessionOfLink('link-for-me')
  expect(kept !== null).toBe(keeps)
  if (known !== null && keeps) expect(kept).toBe(known)
})

it('opens a link again with the session that this browser has of it', async () => {
  await keepForLink('link-for-me', 'mine')
  at('token=link-for-me')
  expect(await openSession()).toBe('mine')
})

it('takes secrets out of the address, and leaves the session there where nothing else keeps it', async () => {
  at('session=mine&x=1')
  await openSession()
  expect(replaceState.mock.lastCall).toEqual([null, '', '/me#x=1'])
  const refuse = () => {
    throw new DOMException('Access is denied.', 'SecurityError')
  }
  const blocked = new Proxy({}, { get: refuse, ownKeys: refuse })
  for (const name of ['sessionStorage', 'localStorage']) vi.stubGlobal(name, blocked)
  at('session=theirs')
  await openSession()
  expect(replaceState.mock.lastCall).toEqual([null, '', '/me#session=theirs'])
  await forgetSession('theirs')
})
