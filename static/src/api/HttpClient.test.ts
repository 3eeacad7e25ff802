// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Scope } from '../kit/lifecycle/Scope'
import { ApiClient } from './ApiClient'
import { ApiProblem } from './ApiProblem'
import { Backoff, queryOf } from './HttpClient'

interface Asked {
  readonly url: string
  readonly authorization: string | null
}

let asked: Asked[]
let answer: () => Response | Promise<Response>
const client = (token: string | null = 'secret') =>
  new ApiClient(token, undefined, (url, init) => {
    asked.push({ url: url as string, authorization: new Headers(init?.headers).get('Authorization') })
    return Promise.resolve(answer())
  })

beforeEach(() => {
  asked = []
  answer = () => Response.json({})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('shows its token to routes, also to addresses that the server gave, but not to those that are signed', async () => {
  await client().me()
  await client().poseTrace('/api/v1/traces/1')
  await client().blob('/api/v1/files/voice?signature=s')
  await client(null).signIn()
  expect(asked).toEqual([
    { url: '/api/v1/me', authorization: 'Bearer secret' },
    { url: '/api/v1/traces/1', authorization: 'Bearer secret' },
    { url: '/api/v1/files/voice?signature=s', authorization: null },
    { url: '/api/v1/sign-in', authorization: null },
  ])
})

it.each([
  ['unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['not_from_server', () => new Response('<html>')],
  ['busy', () => Response.json({ code: 'busy', detail: 'Later.' }, { status: 503 })],
])('rejects with a problem: %s', async (code, answers: () => Response | Promise<Response>) => {
  answer = answers
  await expect(client().me()).rejects.toMatchObject({ code })
})

it('says that an answer did not come in time, also one that began and does not end', async () => {
  const timeout = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  const begun = () => {
    timeout.abort()
    return Promise.reject(new Error('aborted'))
  }
  answer = () => Object.assign(new Response(), { json: begun })
  await expect(client().me()).rejects.toMatchObject({ code: 'timed_out' })
  expect(limit.mock.calls).toEqual([[60_000]])
})

it('rejects with what an abort says where its caller gave it up', async () => {
  const signal = AbortSignal.abort(new Error('left'))
  answer = () => Promise.reject(signal.reason as Error)
  await expect(client().blob('/api/v1/files/voice', signal)).rejects.toThrow('left')
})

it('writes fields as a query', () => {
  expect(queryOf({ kind: 'guide', limit: 50, words: 'a b&c' })).toBe('kind=guide&limit=50&words=a+b%26c')
})

it.each<[attempt: number, random: number, error: unknown, seconds: number]>([
  [0, 0, undefined, 0.25],
  [0, 1, undefined, 0.5],
  [3, 0.5, undefined, 3],
  [9, 1, undefined, 15],
  [0, 1, new ApiProblem(429, 'busy', '', '', 20), 20],
  [9, 1, new ApiProblem(429, 'busy', '', '', 2), 15],
])('pauses after attempt %i (%f of its variation, %s) for %f seconds', async (attempt, random, error, seconds) => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(random)
  let isOver = false
  void new Backoff(new Scope()).pause(attempt, error).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(1000 * seconds - 1)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver).toBe(true)
})

it('ends a pause when the network returns, and with its scope', async () => {
  vi.useFakeTimers()
  const scope = new Scope()
  const pauses = [new Backoff(new Scope()).pause(9), new Backoff(scope).pause(9)]
  window.dispatchEvent(new Event('online'))
  scope.dispose()
  await expect(Promise.all(pauses)).resolves.toHaveLength(2)
})
