import { expect, it, vi } from 'vitest'

import { Scope } from '../lifecycle/Scope'
import { ApiClient } from './ApiClient'
import { RecordingUpload } from './RecordingUpload'

const answer = (body: unknown, status = 201) => Promise.resolve(Response.json(body, { status }))

it('creates the recording with the first chunk, and both streams into the same one', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch')
  fetch.mockImplementation((_url, init) => answer(init?.method === 'POST' ? { recording_id: 'r1' } : {}))
  const upload = new RecordingUpload(new Scope(), new ApiClient('secret'), 'l1', 48_000)
  expect(fetch).not.toHaveBeenCalled()
  upload.voice.add(Uint8Array.of(1, 2))
  upload.pose.add(Uint8Array.of(3))
  expect(await upload.drained()).toBe('r1')
  const calls = fetch.mock.calls.map(([url, init]) => `${String(init?.method)} ${url as string}`)
  expect(calls.sort()).toEqual([
    'POST /api/v1/leases/l1/recordings',
    'PUT /api/v1/recordings/r1/pose/0',
    'PUT /api/v1/recordings/r1/voice/0',
  ])
  expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer secret')
  fetch.mockRestore()
})
