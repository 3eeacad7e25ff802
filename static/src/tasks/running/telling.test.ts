// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import { Refusal, TestServer } from '../../../testing/TestServer'
import type { ActionLog } from '../../actions/ActionLog'
import { ApiClient } from '../../api/ApiClient'
import type { Submission } from '../../api/types'
import { Aids } from '../phases/Aids'
import { telling } from './telling'

const ANSWER: Submission = { answer: { doors: 3 }, phases: [] }
const SUMMARY = { recording_id: 'l1-actions-0', chunks: 1, size: 9, sha256: '0'.repeat(64) }

let server: TestServer
let told: Submission[]
let happened: string[]
const log = { finish: () => Promise.resolve(SUMMARY), goOn: () => happened.push('goes on'), end: () => happened.push('ends') } as unknown as ActionLog
const renewals = { rest: () => happened.push('rests'), goOn: () => happened.push('renews') }
const drafts = { rest: () => happened.push('keeps nothing'), goOn: () => happened.push('keeps'), settled: () => Promise.resolve(void happened.push('kept')) }
const submit = () =>
  telling(new ApiClient('secret', undefined, server.request), { aids: new Aids({ map: false }), actions: log, renewals, drafts }).submit('l1', ANSWER)

beforeEach(() => {
  told = []
  happened = []
  server = new TestServer()
  server.on('POST /leases/:/submit', ({ body }) => {
    told.push(body as Submission)
    return told.length === 1 && refusal ? refusal : { lease_id: 'l1', kind: 'find', annotation_id: 1 }
  })
})

let refusal: Refusal | null = null

it('tells with the answer what the person had and did', async () => {
  refusal = null
  await submit()
  expect(told).toEqual([{ ...ANSWER, aids: { map: false, map_seconds: 0, flights: 0 }, actions: SUMMARY }])
  expect(happened).toEqual(['rests', 'keeps nothing', 'kept', 'ends'])
})

it('sends the answer without its actions where they are refused', async () => {
  refusal = new Refusal(422, 'submission', 'Line 2 of the actions')
  await submit()
  expect(told.map(({ actions }) => actions)).toEqual([SUMMARY, undefined])
  expect(happened).toEqual(['rests', 'keeps nothing', 'kept', 'ends'])
})

it('goes on where the answer could not be sent', async () => {
  refusal = new Refusal(503, 'overloaded', 'Later.')
  await expect(submit()).rejects.toThrow('Later.')
  expect(happened).toEqual(['rests', 'keeps nothing', 'kept', 'goes on', 'renews', 'keeps'])
})
