import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Refusal, TestServer } from '../../testing/TestServer'
import { settled, until } from '../../testing/until'
import { Scope } from '../kit/lifecycle/Scope'
import { ApiClient } from './ApiClient'
import { RecordingUpload } from './RecordingUpload'

const OPTIONS = { leaseId: 'l1', attempt: 0, sampleRate: 48_000 }
const ID = 'l1-0'
const [voice, pose] = [Uint8Array.of(1, 2), Uint8Array.of(3)]

let server: TestServer
let page: Scope

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  server = new TestServer()
  page = new Scope()
})
afterEach(() => page.dispose())

const begin = (options = OPTIONS) => new RecordingUpload(page, new ApiClient('secret', undefined, server.request), options)
const comeBackOnline = () => {
  server.offline = false
  window.dispatchEvent(new Event('online'))
}

it('creates one recording with the first chunk, and both streams become parts of it', async () => {
  const upload = begin()
  expect(server.calls).toEqual([])
  for (const chunk of [voice, Uint8Array.of(4), Uint8Array.of(5)]) upload.voice.add(chunk)
  upload.pose.add(pose)
  expect(await upload.drained()).toBe(ID)
  expect([...server.recordings.keys()]).toEqual([ID])
  expect(server.count('POST /leases/l1/recordings')).toBe(1)
  expect([...server.stream(ID, 'voice')]).toEqual([1, 2, 4, 5])
  expect([...server.stream(ID, 'pose')]).toEqual([3])
  expect(server.mediaTypes).toEqual(new Map([['voice', 'application/octet-stream'], ['pose', 'application/gzip']]))
})

it('begins the recording that it was asked for, at the rate of its microphone', async () => {
  const upload = begin({ leaseId: 'l2', attempt: 3, sampleRate: 44_100 })
  upload.voice.add(voice)
  expect(await upload.drained()).toBe('l2-3')
  expect(server.recordings.get('l2-3')).toMatchObject({ attempt: 3, sampleRate: 44_100 })
})

it('is not drained, and says how much waits, until the poses have come too', async () => {
  const upload = begin()
  const release = server.hold((call) => call.includes('/pose/'))
  upload.voice.add(voice)
  upload.pose.add(pose)
  expect([upload.pendingBytes, upload.savedBytes]).toEqual([3, 0])
  let drained = false
  const done = upload.drained().then(() => (drained = true))
  await until(() => upload.savedBytes === 2)
  await settled()
  expect([drained, upload.pendingBytes]).toEqual([false, 1])
  release()
  await done
  expect([upload.pendingBytes, upload.savedBytes]).toEqual([0, 3])
})

it('says that the server cannot be reached when either stream is stuck, and goes on when the network is back', async () => {
  const upload = begin()
  upload.pose.add(pose)
  await upload.drained()
  server.offline = true
  upload.voice.add(voice)
  await until(() => upload.offline)
  comeBackOnline()
  expect(await upload.drained()).toBe(ID)
  expect(upload.offline).toBe(false)

  server.offline = true
  upload.pose.add(pose)
  await until(() => upload.offline)
  comeBackOnline()
  await upload.drained()
  expect([...server.stream(ID, 'pose')]).toEqual([3, 3])
})

it('begins the recording when the network is back, though its first attempt failed', async () => {
  server.offline = true
  const upload = begin()
  upload.voice.add(voice)
  await until(() => upload.offline)
  expect(server.recordings.size).toBe(0)
  comeBackOnline()
  expect(await upload.drained()).toBe(ID)
  expect([...server.stream(ID, 'voice')]).toEqual([1, 2])
})

it('does not send again what an interrupted page has sent, unless it is something else', async () => {
  const before = begin()
  before.voice.add(voice)
  before.voice.add(Uint8Array.of(9))
  before.pose.add(pose)
  await before.drained()
  server.calls.length = 0

  const after = begin()
  after.voice.add(voice)
  after.voice.add(Uint8Array.of(3, 4))
  after.pose.add(pose)
  await after.drained()
  expect(after.savedBytes).toBe(5)
  expect([...server.stream(ID, 'voice')]).toEqual([1, 2, 3, 4])
  expect(server.calls.filter((call) => call.startsWith('PUT'))).toEqual([`PUT /recordings/${ID}/voice/1`])
})

it('sends both streams again when a person asks for it after the server refused them', async () => {
  const accept = server.refuse((call) => (call.startsWith('PUT') ? new Refusal(413, 'quota') : null))
  const upload = begin()
  upload.voice.add(voice)
  upload.pose.add(pose)
  await expect(upload.drained()).rejects.toMatchObject({ code: 'quota' })
  await until(() => upload.voice.problem !== null && upload.pose.problem !== null)
  accept()
  upload.retry()
  expect(await upload.drained()).toBe(ID)
  expect([upload.savedBytes, upload.voice.problem, upload.pose.problem]).toEqual([3, null, null])
})

it('asks nothing more of the network when it is disposed in the middle', async () => {
  const upload = begin()
  const release = server.hold((call) => call.startsWith('POST'))
  upload.voice.add(voice)
  await until(() => server.calls.length === 1)
  upload.dispose()
  release()
  await settled()
  expect(server.calls).toEqual(['POST /leases/l1/recordings'])
  expect(server.recordings.size).toBe(0)
})
