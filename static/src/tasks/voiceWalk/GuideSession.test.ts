// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { house } from '../../../testing/house'
import { TestGpu } from '../../../testing/TestGpu'
import { TestMicrophone } from '../../../testing/TestMicrophone'
import { TestPictures } from '../../../testing/TestPictures'
import { TestScreen } from '../../../testing/TestScreen'
import { Refusal, TestServer } from '../../../testing/TestServer'
import { eventually, settled, until } from '../../../testing/until'
import { ApiClient } from '../../api/ApiClient'
import type { LeaseView } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import type { Recording } from '../../recording/Recording'
import { DraftKeeper } from '../../storage/DraftKeeper'
import { Cipher, IndexedDbStore } from '../../storage/IndexedDbStore'
import { type Opened, openStore } from '../../storage/openStore'
import { Viewer } from '../../viewer/Viewer'
import { type AnswerOf, type GuideDraft, GuideSession } from './GuideSession'

import 'fake-indexeddb/auto'

const KEY = btoa('k'.repeat(32))
const PATH = ['a', 'b', 'c']
const LEASE: LeaseView = {
  lease_id: 'l1',
  kind: 'guide',
  args: { path: PATH, heading: 0 },
  scan_id: 'house',
  start: { viewpoint_id: 'd', heading: 2 }, start_preview: null, film: null, device_key: KEY, draft: null,
  expires_at: '2026-11-23T12:00:00Z', instructions: [], language: 'hi-IN', recordings: [], map: false, time_limit: null, actions: null, state: 'active',
}

type Options = Partial<{ lease: Partial<LeaseView>; draft: GuideDraft | null; storage: Opened; answerOf: AnswerOf }>

let screen: TestScreen
let server: TestServer
let page: Scope
let database: string
let microphones: TestMicrophone[]
/** Of the microphone itself, where nothing else is asked for; Hz. */
let ownRate: number

beforeEach(() => {
  screen = new TestScreen()
  server = new TestServer()
  page = new Scope()
  database = crypto.randomUUID()
  microphones = []
  ownRate = 8000
  server.on('PUT /leases/:/draft', ({ body }) => body as object)
})
afterEach(() => {
  page.dispose()
  screen.close()
})

const store = async () => IndexedDbStore.open(await Cipher.open(KEY), database)

async function open({ lease: parts = {}, draft = null, storage, answerOf }: Options = {}): Promise<GuideSession> {
  const scope = new Scope(page)
  const lease = { ...LEASE, ...parts }
  const client = new ApiClient('secret', undefined, server.request)
  const kept = storage ?? { store: await store(), problem: null }
  const drafts = await DraftKeeper.open(scope, kept.store, lease, (each) => client.saveDraft('l1', each))
  const [gpu, pictures] = [new TestGpu(), new TestPictures()]
  pictures.let(() => 'come')
  const keepDraft = () => drafts.save(session.transcript)
  const phaseTimes = () => [{ name: 'record', start_time: 0, end_time: performance.now() / 1000 }]
  const context = { scope, client, lease, scan: house(), storage: kept, draft, drafts, keepDraft, phaseTimes }
  const session: GuideSession = await GuideSession.open(context, answerOf, {
    openMicrophone: (owner, sampleRate) => {
      const microphone = new TestMicrophone(new Scope(owner), sampleRate ?? ownRate)
      microphones.push(microphone)
      return Promise.resolve(microphone)
    },
    createViewer: (container, scan, options) => new Viewer(container, scan, { ...options, loadImage: pictures.load, createContext: gpu.create }),
  })
  await screen.pass(1)
  return session
}

/** Records so many seconds, beginning at the start or where the pause began. */
async function speak(session: GuideSession, recording: Recording, seconds: number): Promise<void> {
  await recording.record(await session.openMicrophone())
  await screen.pass(seconds)
  const paused = recording.pause()
  await screen.pass(0.1)
  await paused
}

const kept = async () => (await (await store()).recordings('l1')).map(({ attempt }) => attempt)
const writtenDown = async (recording: Recording, seconds: number) => {
  await until(() => (recording.kept ?? 0) >= seconds)
  await settled()
}
const leave = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('sends a walk with its voice and its words, and keeps nothing of it here afterwards', async () => {
  const session = await open()
  const recording = await session.startOver()
  await speak(session, recording, 6)
  session.typing.typed = 14
  session.transcript = ' Past the plant \n'
  const submitted = session.submit(recording)
  await screen.pass(1)
  await submitted
  expect(server.submissions.get('l1')).toMatchObject({
    recording_id: 'l1-0',
    transcript: 'Past the plant',
    typing: { typed: 14, pasted: 0, pastes: 0 },
    phases: [{ name: 'record' }],
    voice: { size: 6 * 8000 * 2 },
  })
  await screen.pass(5)
  await eventually(async () => expect(await (await store()).leases()).toEqual([]))
})

it('finds the recording and the words again after a crash in the middle, and goes on with both', async () => {
  const before = await open()
  const recording = await before.startOver()
  await recording.record(await before.openMicrophone())
  await screen.pass(7)
  await writtenDown(recording, 6.5)
  before.scope.dispose()

  const after = await open({ draft: { transcript: 'Past the', typing: { typed: 8, pasted: 0, pastes: 0 } } })
  expect(after.recording?.recorded).toBeGreaterThan(6.5)
  expect([after.transcript, after.typing.typed, after.recording?.attempt]).toEqual(['Past the', 8, 0])
  const voice = after.recording!.recorded
  await speak(after, after.recording!, 2)
  const sent = after.submit(after.recording!)
  await screen.pass(1)
  await sent
  expect(server.stream('l1-0', 'voice')).toHaveLength(Math.round((voice + 2) * 8000) * 2)
})

it('tells which words of a recogniser’s draft were heard, with the recording that it was shown for', async () => {
  const draft = { transcript: 'Past the plant', typing: { typed: 9, pasted: 4, pastes: 1 }, shown: { attempt: 0, heard: [0, 2] } }
  const session = await open({ draft })
  expect([session.shownDraft, session.draft, session.language]).toEqual([null, draft, 'hi-IN'])
  const recording = await session.startOver()
  await speak(session, recording, 1)
  expect(session.shownDraft).toEqual(draft.shown)
  await Promise.all([session.submit(recording), screen.pass(1)])
  expect(server.submissions.get('l1')).toMatchObject({ draft: { heard: [0, 2] } })
  await session.startOver()
  expect(session.shownDraft).toBeNull()
  session.recordAgain()
  expect(session.draft).toEqual({ transcript: '', typing: { typed: 0, pasted: 0, pastes: 0 } })
})

it('sends a voice without words where a campaign takes speech alone', async () => {
  const session = await open({ draft: { transcript: 'a', typing: { typed: 1, pasted: 0, pastes: 0 }, shown: { attempt: 0, heard: [0] } }, lease: { args: { path: PATH, heading: 0, typed: false } } })
  const recording = await session.startOver()
  await speak(session, recording, 6)
  await Promise.all([session.submit(recording), screen.pass(1)])
  expect(Object.keys(server.submissions.get('l1') as object).sort()).toEqual(['phases', 'pose', 'recording_id', 'voice'])
})

it('offers a Guide the path only, forward and back, and knows when the walk is no answer', async () => {
  const session = await open({ lease: { args: { path: PATH, heading: 0, free: false } } })
  const recording = await session.startOver()
  expect([session.viewer.steps, session.faultOf(recording)]).toEqual([['b'], 'still'])
  await recording.record(await session.openMicrophone())
  for (const [viewpointId, steps, fault] of [['b', ['a', 'c'], 'short'], ['c', ['b'], null], ['b', ['a', 'c'], 'short'], ['d', [], 'left']] as const) {
    const moved = session.viewer.moveTo(viewpointId, { animate: false })
    await screen.pass(1)
    await moved
    expect([session.viewer.steps, session.faultOf(recording)], viewpointId).toEqual([steps, fault])
  }
})

it('offers every exit where people may leave the path', async () => {
  const session = await open({ lease: { args: { path: PATH, heading: 0, free: true } } })
  const recording = await session.startOver()
  await session.viewer.moveTo('b', { animate: false })
  expect([session.viewer.steps, session.faultOf(recording)]).toEqual([['a', 'c', 'd'], null])
})

it('reports a problem with the place where the person stands', async () => {
  const session = await open()
  server.on('PUT /leases/:/reports/:', ({ body }) => [body])
  expect(await session.report('r1', 'picture', 'It is black.')).toEqual([{ kind: 'picture', comment: 'It is black.', viewpoint_id: 'a' }])
})

it('goes on in the phase that was left, if there is a recording for it', async () => {
  const session = await open()
  expect(['instructions', 'record', 'transcribe'].map((phase) => session.reopen(phase))).toEqual(Array(3).fill('instructions'))
  await session.startOver()
  expect(['record', 'transcribe', 'submit', 'practice'].map((phase) => session.reopen(phase))).toEqual(['record', 'transcribe', 'submit', 'record'])
})

it('keeps one microphone open, and opens another at the same rate when that is pulled out', async () => {
  const session = await open()
  const first = await session.openMicrophone()
  expect(await session.openMicrophone()).toBe(first)
  const recording = await session.startOver()
  await recording.record(first)
  await screen.pass(1)
  const [plugged] = microphones
  ownRate = 44_100
  plugged!.unplug()
  const second = await session.openMicrophone()
  expect(second).not.toBe(first)
  expect([recording.sampleRate, second.sampleRate, plugged!.closed]).toEqual([8000, 8000, true])
})

it('sets a recording aside for a new one, and gives it back with its words', async () => {
  const session = await open()
  const first = await session.startOver()
  await speak(session, first, 2)
  session.transcript = 'First words'
  session.typing.typed = 11
  session.shownDraft = { attempt: 0, heard: [1] }
  expect(session.canGoBack).toBe(false)

  session.recordAgain()
  expect([session.recording, session.transcript, session.typing.typed, session.canGoBack]).toEqual([null, '', 0, true])
  const second = await session.startOver()
  expect([second.attempt, session.canGoBack]).toEqual([1, true])
  session.transcript = 'Other words'
  await second.record(await session.openMicrophone())
  await screen.pass(1)
  expect(session.goBack()).toBe(first)
  const { recorded } = second
  await screen.pass(1)
  expect(second.recorded).toBe(recorded)
  expect([session.recording, session.transcript, session.typing.typed, session.canGoBack, session.shownDraft]).toEqual([first, 'First words', 11, false, { attempt: 0, heard: [1] }])
  expect(session.goBack()).toBe(first)
})

it('records nothing more of a recording that was begun anew, and does not go back to one without a word', async () => {
  const session = await open()
  const first = await session.startOver()
  await speak(session, first, 1)
  const second = await session.startOver()
  expect(session.canGoBack).toBe(true)
  const third = await session.startOver()
  expect([second.attempt, third.attempt, session.goBack()]).toEqual([1, 2, first])
})

it('lets go of the oldest recording when a second one is set aside', async () => {
  const session = await open()
  const recordings = []
  for (const seconds of [1, 2, 3]) {
    const recording = await session.startOver()
    await speak(session, recording, seconds)
    recordings.push(recording)
  }
  expect(session.goBack()).toBe(recordings[1])
})

it('forgets earlier recordings once one is settled on, and nothing else', async () => {
  const session = await open()
  for (const seconds of [1, 2, 1]) {
    const recording = await session.startOver()
    await speak(session, recording, seconds)
    await writtenDown(recording, seconds)
  }
  expect(await kept()).toEqual([0, 1, 2])
  await session.settle()
  expect([await kept(), session.canGoBack]).toEqual([[2], false])
  await session.settle()
  expect(await kept()).toEqual([2])
})

it('has nothing to settle with a first recording', async () => {
  const session = await open()
  await session.settle()
  const recording = await session.startOver()
  await speak(session, recording, 1)
  await writtenDown(recording, 1)
  await session.settle()
  expect(await kept()).toEqual([0])
})

it('numbers a new recording after those of this device and of the server', async () => {
  const recordings = [3, 1].map((attempt) => ({ attempt })) as LeaseView['recordings']
  const session = await open({ lease: { recordings } })
  expect((await session.startOver()).attempt).toBe(4)
  const recording = session.recording!
  await speak(session, recording, 1)
  await writtenDown(recording, 1)
  session.scope.dispose()
  const after = await open()
  expect([after.recording?.attempt, (await after.startOver()).attempt]).toEqual([4, 5])
})

it('tells the server exactly the same when an answer was lost and it is asked again', async () => {
  const session = await open()
  const recording = await session.startOver()
  await speak(session, recording, 1)
  session.transcript = 'Past the plant'
  server.loseAnswerOf('POST /leases/l1/submit')
  await expect(session.submit(recording)).rejects.toMatchObject({ code: 'unreachable' })
  const told = server.submissions.get('l1')
  await screen.pass(60)
  session.typing.typed += 1
  await session.submit(recording)
  expect(server.submissions.get('l1')).toEqual(told)
})

it('tells the server the new words when they were changed after it refused', async () => {
  const session = await open()
  const recording = await session.startOver()
  await speak(session, recording, 1)
  session.transcript = 'Short'
  const accept = server.refuse((call) => (call.endsWith('/submit') ? new Refusal(422, 'too_short') : null))
  await expect(session.submit(recording)).rejects.toMatchObject({ code: 'too_short' })
  accept()
  session.transcript = 'Past the plant'
  await session.submit(recording)
  expect(server.submissions.get('l1')).toMatchObject({ transcript: 'Past the plant' })
})

it('sends its answer after the draft that was on its way', async () => {
  const session = await open()
  const recording = await session.startOver()
  await speak(session, recording, 1)
  const release = server.hold((call) => call.endsWith('/draft'))
  session.transcript = 'Past the plant'
  await screen.pass(1)
  const submitted = session.submit(recording)
  await settled()
  expect(server.submissions.size).toBe(0)
  release()
  await submitted
  expect(server.submissions.size).toBe(1)
})

it('has an answer of another form where a kind wants one', async () => {
  const session = await open({ answerOf: (transcript) => ({ answer: { transcript, sure: true } }) })
  const recording = await session.startOver()
  await speak(session, recording, 1)
  session.transcript = 'Past the plant'
  await session.submit(recording)
  const told = server.submissions.get('l1')
  expect([told?.answer, told?.transcript]).toEqual([{ transcript: 'Past the plant', sure: true }, undefined])
})

it('asks before a page is left only while something would be lost', async () => {
  const keeping = await open()
  expect(leave()).toBe(false)
  const safe = await keeping.startOver()
  await safe.record(await keeping.openMicrophone())
  await screen.pass(1)
  expect(leave()).toBe(false)
  keeping.scope.dispose()

  const losing = await open({ storage: await openStore(null) })
  expect(losing.storageProblem?.message).toBeTruthy()
  const recording = await losing.startOver()
  await recording.record(await losing.openMicrophone())
  await screen.pass(1)
  expect(leave()).toBe(true)
  const paused = recording.pause()
  await screen.pass(0.1)
  await paused
  losing.transcript = 'Past the plant'
  await losing.submit(recording)
  expect(leave()).toBe(false)
})

it('opens at the start of its path, and where people walk freely at the place that they are given', async () => {
  const session = await open()
  expect([session.path, session.viewer.viewpointId, session.viewer.heading]).toEqual([PATH, 'a', expect.closeTo(0)])
  const free = await open({ lease: { args: { minutes: 5 } } })
  expect([free.path, free.viewer.viewpointId, free.viewer.heading]).toEqual([['d'], 'd', expect.closeTo(2)])
  expect([free.args, free.drafts.latest, free.viewer.steps.length > 0]).toEqual([{ minutes: 5 }, null, true])
})

it('shows a walk to practise on, with its path, and looks along it', async () => {
  const session = await open()
  server.on('GET /practice', () => ({ scan_id: 'house', path: ['d', 'b'], heading: 1, start_preview: null }))
  server.on('GET /scans/house', () => house())
  const { path, show } = await session.practice()
  const viewer = show(screen.element)
  await screen.pass(1)
  expect([path, viewer.viewpointId, viewer.nextOnPath, viewer.heading]).toEqual([['d', 'b'], 'd', 'b', expect.closeTo(-Math.PI / 2)])
  viewer.dispose()
})

it('ends everything with the task: microphone, viewer and recording', async () => {
  const session = await open()
  const recording = await session.startOver()
  await recording.record(await session.openMicrophone())
  await screen.pass(1)
  session.scope.dispose()
  const recorded = recording.recorded
  await screen.pass(1)
  expect([recording.recorded, microphones[0]?.closed, session.viewerElement.childElementCount]).toEqual([recorded, true, 0])
})
