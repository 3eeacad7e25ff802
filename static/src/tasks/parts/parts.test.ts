// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { Empty, Refusal, TestServer } from '../../../testing/TestServer'
import { settled, until } from '../../../testing/until'
import type { RecordingUpload } from '../../api/RecordingUpload'
import { ApiProblem } from '../../api/ApiProblem'
import type { LeaseView, TallyView } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import type { PhaseContext } from '../phases/defineTask'
import { sendAnswer, showDone } from './ending'
import { campaignInstructions, controlsPicture, instructionSteps } from './instructions'
import { turnChoice } from './turnChoice'

let scope: Scope
let root: HTMLElement
const find = (name: string) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`)

beforeEach(() => {
  localStorage.clear()
  scope = new Scope()
  root = document.createElement('main')
  document.body.replaceChildren(root)
})
afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('sending', () => {
  const upload = { savedBytes: 0, pendingBytes: 0, retried: 0, retry: () => void (upload.retried += 1) }
  let outcome: () => Promise<void>
  let told: string[]
  const send = (over: RecordingUpload | null = null) => {
    told = []
    sendAnswer(scope, root, { upload: over, submit: () => outcome(), stored: () => told.push('stored'), back: () => told.push('back'), backLabel: 'To my words' })
  }

  it('shows how much is left, and that it is nearly done', async () => {
    vi.useFakeTimers()
    outcome = () => new Promise(() => undefined)
    Object.assign(upload, { savedBytes: 1000, pendingBytes: 3001 })
    send(upload as unknown as RecordingUpload)
    const bar = find('upload-progress') as HTMLProgressElement
    expect([bar.value, find('upload-rest')?.textContent.includes('4')]).toEqual([1000 / 4001, true])
    Object.assign(upload, { savedBytes: 4001, pendingBytes: 0 })
    await vi.advanceTimersByTimeAsync(150)
    expect([bar.value, /\d/.test(find('upload-rest')?.textContent ?? '1')]).toEqual([1, false])
  })

  it('goes on once the answer is stored, unless the page has gone on', async () => {
    outcome = () => Promise.resolve()
    send()
    await settled()
    expect([told, find('problem')]).toEqual([['stored'], null])
    send()
    scope.dispose()
    await settled()
    expect(told).toEqual([])
  })

  it.each([
    [new ApiProblem(422, 'invalid', 'No.', ''), false],
    [new ApiProblem(503, 'busy', 'Later.', ''), true],
    [new ApiProblem(0, 'unreachable', 'Away.', ''), true],
    [new Error('broken'), true],
  ])('says what hinders it (%s): can be repeated: %s', async (error, repeats) => {
    outcome = () => Promise.reject(error)
    upload.retried = 0
    send(upload as unknown as RecordingUpload)
    await settled()
    expect([find('problem')?.textContent.includes(error.message), find('retry') !== null, find('upload-progress')?.closest('section')?.hidden, find('back')?.textContent]).toEqual([true, repeats, true, 'To my words'])
    if (!repeats) return
    outcome = () => Promise.resolve()
    find('retry')?.click()
    await settled()
    expect([told, upload.retried]).toEqual([['stored'], 1])
  })

  it('leads back', async () => {
    outcome = () => Promise.reject(new Error('broken'))
    send()
    await settled()
    find('back')?.click()
    expect(told).toEqual(['back'])
  })
})

describe('thanks', () => {
  let server: TestServer
  let waiting: TallyView['waiting']
  let went: number
  let forms: unknown[]

  beforeEach(() => {
    server = new TestServer()
    vi.stubGlobal('fetch', server.request)
    ;[waiting, went, forms] = [null, 0, []]
    server.on('GET /me/visit', () => new Empty())
    server.on('GET /me/tally/sign?:', () => ({ done: 1, today: 1, waiting, pay: [] }))
    server.on('GET /me/forms?:', () => forms)
  })
  const show = async () => {
    showDone({ scope, root, lease: { lease_id: 'l1', kind: 'sign' } as LeaseView, next: () => void (went += 1) } as unknown as PhaseContext<unknown, never>)
    await until(() => find('tally-done') !== null)
    await settled()
  }

  it('leads on to the next task of the kind', async () => {
    await show()
    expect([find('next-task')?.textContent, document.activeElement, find('own-work') !== null]).toEqual(['Next task', find('next-task'), true])
    find('next-task')?.click()
    expect(went).toBe(1)
  })

  it.each([['turn', 'follower', '/work'], ['other', 'follower', '/work'], ['step', 'follower', '/task/follower'], ['nothing', 'follower', null], ['turn', null, null]])('leads to another kind where it is its turn (%s, %s): %s', async (reason, kind, address) => {
    const assigned = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    waiting = { tasks: 0, more: false, ready: false, reason, kind } as TallyView['waiting']
    await show()
    find('next-task')?.click()
    expect([assigned.mock.calls.map(([to]) => to), went]).toEqual(address === null ? [[], 1] : [[address], 0])
  })

  it('thanks people though nothing else can be had', async () => {
    server.refuse(() => new Refusal(500, 'internal'))
    showDone({ scope, root, lease: { lease_id: 'l1', kind: 'sign' } as LeaseView, next: () => void (went += 1) } as unknown as PhaseContext<unknown, never>)
    await settled()
    find('next-task')?.click()
    expect([find('thank-you') !== null, went]).toEqual([true, 1])
  })
})

describe('instructions', () => {
  const lease = (parts: Partial<LeaseView> = {}) => ({ instructions: [], film: null, actions: null, ...parts }) as unknown as LeaseView
  const captions = ['hi', 'en', 'te'].map((language) => ({ language, address: `/${language}.vtt` }))

  it('are numbered steps', () => {
    const list = instructionSteps([{ title: 'Look', text: 'Around.' }, { title: 'Go', text: 'Ahead.' }])
    expect([list.tagName, [...list.children].map(({ textContent }) => textContent)]).toEqual(['OL', ['LookAround.', 'GoAhead.']])
  })

  it('of a campaign are its film, its own words, and that actions are kept, where there are any', () => {
    expect(campaignInstructions(lease())).toEqual([])
    document.documentElement.lang = 'en-GB'
    const told = campaignInstructions(lease({ film: { address: '/film.mp4', captions }, instructions: [{ element: 'text', text: 'Be quick.', children: [], address: '', captions: [] }], actions: { attempt: 0 } }))
    expect(told.map(({ dataset }) => dataset.testid)).toEqual(['task-film', 'campaign-instructions', 'actions-notice'])
    expect([...(told[0]?.querySelectorAll('track') ?? [])].map((track) => track.srclang)).toEqual(['en', 'hi', 'te'])
    expect(told[0]?.querySelector('video')?.preload).toBe('none')
  })

  it('show how to move by mouse and by fingers, and the line where there is one', () => {
    const picture = controlsPicture()
    expect([...picture.querySelectorAll('ul')].map(({ children }) => children.length)).toEqual([5, 3])
    expect([...picture.querySelectorAll('[data-testid=for-mouse] li:nth-child(4) kbd')].map(({ textContent }) => textContent)).toEqual(['←', '→', '↑', '↓'])
    expect([picture.querySelector('.room-path'), controlsPicture({ line: true }).querySelector('.room-path') !== null]).toEqual([null, true])
  })
})

it('remembers on this device whether the camera turns to the path', () => {
  const box = () => {
    root.replaceChildren(turnChoice(scope))
    return root.querySelector('input')!
  }
  const first = box()
  const { checked } = first
  first.click()
  expect(box().checked).toBe(!checked)
})
