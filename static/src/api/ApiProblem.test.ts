import { describe, expect, it } from 'vitest'

import { ApiProblem } from './ApiProblem'

describe('a problem', () => {
  it('says what the server said', async () => {
    const body = { type: 'about:blank', status: 409, code: 'lease', detail: 'The lease is over.', remedy: 'Take another.' }
    const problem = await ApiProblem.from(Response.json(body, { status: 409 }))
    expect(problem).toMatchObject({ status: 409, code: 'lease', message: 'The lease is over.', remedy: 'Take another.' })
  })

  it('names the status when something else than the server answered', async () => {
    const problem = await ApiProblem.from(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }))
    expect(problem.message).toBe('The server gave an unexpected answer: 502 Bad Gateway.')
  })

  it.each([
    [0, 'unreachable', true],
    [503, 'store', true],
    [429, 'busy', true],
    [422, 'digest_mismatch', true],
    [422, 'submission', false],
    [404, 'record_not_found', false],
  ])('%i %s may pass later: %s', (status, code, transient) => {
    expect(new ApiProblem(status, code, '', '').transient).toBe(transient)
  })
})
