import { beforeEach, expect, it, vi } from 'vitest'

import { Scope } from '../kit/lifecycle/Scope'
import { ApiClient } from './ApiClient'
import { digestOf } from './digest'
import { RecordingUpload } from './RecordingUpload'

const OPTIONS = { leaseId: 'l1', take: 0, sampleRate: 48_000 }

/** A server that stores chunks; `stored` are those it has already. */
function serve(stored: Record<string, Uint8Array<ArrayBuffer>> = {}) {
  const receipt = async (path: string, bytes: Uint8Array<ArrayBuffer>) => {
    const [stream, index] = path.split('/').slice(-2)
    return { recording_id: 'r1', stream, index: Number(index), size: bytes.length, sha256: (await digestOf(bytes)).hex }
  }
  const ofStream = (stream: string) => Object.entries(stored).filter(([path]) => path.startsWith(stream))
  const answer = async (url: string, init: RequestInit): Promise<unknown> => {
    if (init.method === 'PUT') return receipt(url, init.body as Uint8Array<ArrayBuffer>)
    if (init.method === 'POST') {
      const [voice, pose] = ['voice', 'pose'].map((stream) => ({ chunks: ofStream(stream).length }))
      return { recording_id: 'r1', voice, pose }
    }
    return Promise.all(ofStream(url.split('/').at(-1) ?? '').map(([path, bytes]) => receipt(path, bytes)))
  }
  const fetch = vi.spyOn(globalThis, 'fetch')
  fetch.mockImplementation(async (url, init) => Response.json(await answer(url as string, init ?? {})))
  return () => fetch.mock.calls.map(([url, init]) => `${init?.method ?? 'GET'} ${url as string}`).sort()
}

beforeEach(() => {
  vi.restoreAllMocks()
  vi.stubGlobal('window', new EventTarget())
})

it('creates the recording with the first chunk, and both streams into the same one', async () => {
  const calls = serve()
  const upload = new RecordingUpload(new Scope(), new ApiClient('secret'), OPTIONS)
  expect(calls()).toEqual([])
  upload.voice.add(Uint8Array.of(1, 2))
  upload.pose.add(Uint8Array.of(3))
  expect(await upload.drained()).toBe('r1')
  expect(calls()).toEqual([
    'POST /api/v1/leases/l1/recordings',
    'PUT /api/v1/recordings/r1/pose/0',
    'PUT /api/v1/recordings/r1/voice/0',
  ])
  expect(new Headers(vi.mocked(fetch).mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer secret')
})

it('does not send again what an interrupted page has sent, unless it is something else', async () => {
  const calls = serve({ 'voice/0': Uint8Array.of(1, 2), 'voice/1': Uint8Array.of(9) })
  const upload = new RecordingUpload(new Scope(), new ApiClient('secret'), OPTIONS)
  upload.voice.add(Uint8Array.of(1, 2))
  upload.voice.add(Uint8Array.of(3, 4))
  await upload.drained()
  expect(upload.savedBytes).toBe(4)
  expect(calls().filter((call) => call.startsWith('PUT'))).toEqual(['PUT /api/v1/recordings/r1/voice/1'])
})
