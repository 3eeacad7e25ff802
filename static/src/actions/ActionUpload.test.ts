import { afterEach, expect, it } from 'vitest'

import { Refusal, TestServer } from '../../testing/TestServer'
import { ApiClient } from '../api/ApiClient'
import { Scope } from '../kit/lifecycle/Scope'
import { ActionUpload } from './ActionUpload'

const scope = new Scope()
const server = new TestServer()
afterEach(() => scope.dispose())

/** What is sent of a log with these chunks: to which number, in order. */
async function sends(...chunks: number[]): Promise<(string | undefined)[]> {
  const { length } = server.calls
  const upload = new ActionUpload(scope, new ApiClient('secret', undefined, server.request), 'l1', 0)
  for (const chunk of chunks) upload.queue.add(Uint8Array.of(chunk))
  expect(await upload.finished()).toMatchObject({ recording_id: 'l1-actions-0', chunks: chunks.length, size: chunks.length })
  return server.calls.slice(length).filter((call) => call.startsWith('PUT')).map((call) => call.split('/').at(-1))
}

it('sends what the server does not have yet, and begins a log anew where that was refused', async () => {
  const tellsAgain = server.refuse((call) => (call.startsWith('POST') ? new Refusal(413, 'quota') : null))
  await expect(sends(1)).rejects.toThrow()
  tellsAgain()
  expect([await sends(1), server.mediaTypes.get('actions'), await sends(1), await sends(1, 2), await sends(3, 2)]).toEqual([['0'], 'application/gzip', [], ['1'], ['0']])
})
