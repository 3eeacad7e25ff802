// @vitest-environment page
import { Matrix4, PerspectiveCamera, Quaternion, Vector3 } from 'three'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { house } from '../../../../testing/house'
import { TestAudio } from '../../../../testing/TestAudio'
import { TestGpu } from '../../../../testing/TestGpu'
import { TestMicrophone } from '../../../../testing/TestMicrophone'
import { TestScreen } from '../../../../testing/TestScreen'
import { Refusal, TestServer } from '../../../../testing/TestServer'
import { TestWaveform } from '../../../../testing/TestWaveform'
import { settled, until } from '../../../../testing/until'
import { ApiClient } from '../../../api/ApiClient'
import type { LessonView } from '../../../api/types'
import { Microphone } from '../../../audio/Microphone'
import { Scope } from '../../../kit/lifecycle/Scope'
import { rowMajor } from '../../../viewer/geometry/camera'
import { showLesson } from './showLesson'

vi.mock('../../../player/VoiceWaveform', () => ({ VoiceWaveform: TestWaveform }))

let screen: TestScreen
let page: Scope
let lesson: Partial<LessonView>
let server: TestServer
let went: number

beforeEach(() => {
  screen = new TestScreen()
  page = new Scope()
  lesson = { scan: house(), examples: [], faults: [], done: [], own_path: ['a', 'b'], own_heading: 0, most_seconds: 60, most_rate: 16_000 }
  server = new TestServer()
  went = 0
  server.on('GET /me/lesson/guide', () => lesson)
  vi.stubGlobal('fetch', server.request)
  const gpu = new TestGpu()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return gpu.create(this)
  })
})
afterEach(() => {
  page.dispose()
  screen.close()
})

/** Shows the lesson, and waits until its panel says something. */
async function open(): Promise<void> {
  const context = { scope: page, root: screen.element, client: new ApiClient('secret'), kind: 'guide', turn: () => screen.element, next: () => void (went += 1) }
  await showLesson(context)
  await until(() => screen.element.querySelector('[data-testid=lesson]')?.textContent !== '')
}

it('goes on with one’s own walk where all examples are done, and ends its viewer with the lesson', async () => {
  const before = screen.watched
  await open()
  expect(screen.element.querySelector('[data-testid=lesson-record]')).not.toBeNull()
  expect(screen.watched).toBeGreaterThan(before)
  page.dispose()
  await settled()
  expect(screen.watched).toBe(before)
})

describe('an example', () => {
  const pose = rowMajor(new Matrix4().compose(new Vector3(0, 1.5, 0), new Quaternion(), new Vector3(1, 1, 1)))
  const lens = rowMajor(new PerspectiveCamera(50, 1, 0.1, 100).projectionMatrix)
  const example = (part: string) => ({
    part,
    scan_id: 'house',
    language: 'hi-IN',
    synthetic: part === 'silence',
    duration: 10,
    voice_url: '/voices/1',
    words: [{ word: 'Go', start_time: 0.5 }, { word: 'ahead', start_time: 2 }],
    trace: { time: [0, 10], audio_time: null, viewpoint_id: ['a', 'a'], extrinsic_matrix: [pose, pose], intrinsic_matrix: [lens, lens] },
  })
  const find = (name: string) => screen.element.querySelector<HTMLElement>(`[data-testid=${name}]`)
  const isDisabled = (name: string) => (find(name) as HTMLButtonElement).disabled
  const lit = () => screen.element.querySelector('[data-testid=lesson-words] [aria-current]')?.textContent ?? null
  let sent: unknown[]

  beforeEach(() => {
    sent = []
    vi.stubGlobal('Audio', TestAudio)
    lesson = { ...lesson, examples: [example('good'), example('silence')] as unknown as LessonView['examples'], faults: ['silence', 'read_aloud'] as unknown as LessonView['faults'], done: [] }
    server.on('GET /voices/1', () => ({}))
    server.on('POST /me/lesson/guide/parts/:', ({ parts: [part], body }) => {
      sent.push([part, body])
      const { fault } = body as { fault: string | null }
      const done = fault === null || fault === part
      if (done) lesson.done = [...(lesson.done ?? []), part] as LessonView['done']
      return { done }
    })
  })

  it('that is good is watched to its end, with its words, before one goes on', async () => {
    await open()
    await until(() => TestWaveform.made.length > 0)
    expect([find('lesson-part')?.textContent, find('synthetic'), isDisabled('lesson-continue'), find('lesson-words')?.lang, document.activeElement?.tagName]).toEqual(['Lesson, part 1 of 3', null, true, 'hi-IN', 'H1'])
    const audio = TestAudio.made.at(-1)!
    audio.currentTime = 0.2
    expect(lit()).toBeNull()
    audio.currentTime = 1
    expect(lit()).toBe('Go')
    audio.currentTime = 9.4
    expect([lit(), isDisabled('lesson-continue')]).toEqual(['ahead', true])
    audio.currentTime = 9.6
    expect(isDisabled('lesson-continue')).toBe(false)
    find('lesson-continue')?.click()
    await until(() => find('lesson-check') !== null)
    expect([sent, find('lesson-part')?.textContent, find('synthetic') !== null]).toEqual([[['good', { fault: null }]], 'Lesson, part 2 of 3', true])
  })

  it('with a fault asks what is wrong, until somebody finds it', async () => {
    lesson.done = ['good']
    await open()
    expect([isDisabled('lesson-check'), find('lesson-continue')]).toEqual([true, null])
    find('lesson-fault-read_aloud')?.click()
    find('lesson-check')?.click()
    await until(() => find('lesson-answer') !== null)
    expect([find('lesson-answer')?.dataset.state, find('lesson-continue')]).toEqual(['bearable', null])
    find('lesson-fault-silence')?.click()
    expect(find('lesson-answer')).toBeNull()
    find('lesson-check')?.click()
    await until(() => find('lesson-continue') !== null)
    expect([find('lesson-answer')?.dataset.state, (find('lesson-fault') as HTMLFieldSetElement).disabled, document.activeElement]).toEqual(['passed', true, find('lesson-continue')])
    find('lesson-continue')?.click()
    await until(() => find('lesson-record') !== null)
    expect(find('lesson-part')?.textContent).toBe('Lesson, part 3 of 3')
  })

  it('that cannot be played does not hold anybody up', async () => {
    server.on('GET /voices/1', () => new Refusal(404, 'missing'))
    await open()
    await until(() => find('problem') !== null)
    expect(isDisabled('lesson-continue')).toBe(false)
  })

  it('takes place in its own scan', async () => {
    lesson.examples = [{ ...example('good'), scan_id: 'other' }] as unknown as LessonView['examples']
    server.on('GET /scans/other', () => ({ ...house(), scan_id: 'other' }))
    await open()
    await until(() => find('lesson-words') !== null)
    expect(server.count('GET /scans/other')).toBe(1)
  })

  it('says when it could not be told, and keeps what was chosen', async () => {
    lesson.done = ['good']
    server.on('POST /me/lesson/guide/parts/:', () => new Refusal(503, 'busy'))
    await open()
    find('lesson-fault-silence')?.click()
    find('lesson-check')?.click()
    await until(() => find('problem') !== null)
    expect([isDisabled('lesson-check'), find('lesson-continue')]).toEqual([false, null])
  })

  it('is followed by one’s own walk, with feedback, which passes or begins again', async () => {
    lesson.done = ['good', 'silence']
    vi.spyOn(Microphone, 'open').mockImplementation((owner) => Promise.resolve(new TestMicrophone(owner) as unknown as Microphone))
    const walks: { visits: unknown[]; sample_rate: number; voice: string }[] = []
    let passed = false
    server.on('POST /me/lesson/guide/walk', ({ body }) => {
      walks.push(body as (typeof walks)[number])
      return { passed, findings: [{ flag: 'silence', good: false }, { flag: 'noise', good: true }, { flag: 'clipping', good: null }] }
    })
    await open()
    const walk = async () => {
      find('lesson-record')?.click()
      await screen.pass(2.5)
      await settled()
      find('lesson-done')?.click()
      await until(() => find('lesson-again') !== null)
    }
    await walk()
    expect([walks[0]?.sample_rate, atob(walks[0]?.voice ?? '').length > 2 * 8000 * 2, walks[0]?.visits]).toEqual([8000, true, [{ time: 0, viewpoint_id: 'a' }]])
    expect([...(find('lesson-failed')?.children ?? [])].map((each) => [(each as HTMLElement).dataset.lesson, (each as HTMLElement).dataset.state])).toEqual([['silence', 'bearable'], ['noise', 'passed'], ['clipping', 'bearable']])
    expect([find('lesson-over'), screen.element.querySelector('.training-map') !== null]).toEqual([null, true])
    expect(new Set([...(find('lesson-failed')?.children ?? [])].map(({ textContent }) => textContent)).size).toBe(3)
    passed = true
    find('lesson-again')?.click()
    await walk()
    find('lesson-over')?.click()
    expect([find('lesson-passed') !== null, went]).toEqual([true, 1])
  })

  it('is ended a second before the server would take no more', async () => {
    lesson = { ...lesson, done: ['good', 'silence'], most_seconds: 4 }
    vi.spyOn(Microphone, 'open').mockImplementation((owner) => Promise.resolve(new TestMicrophone(owner) as unknown as Microphone))
    server.on('POST /me/lesson/guide/walk', () => ({ passed: false, findings: [] }))
    await open()
    find('lesson-record')?.click()
    await screen.pass(2.8)
    expect(server.count('POST /me/lesson/guide/walk')).toBe(0)
    await screen.pass(0.5)
    await until(() => find('lesson-again') !== null)
    expect(server.count('POST /me/lesson/guide/walk')).toBe(1)
  })
})
