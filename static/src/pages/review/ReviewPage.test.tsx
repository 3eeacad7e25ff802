// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { ReviewQuery, TeamClient } from '../../api/TeamClient'
import { GUIDE } from '../../../testing/kinds'
import { ApiProblem } from '../../api/ApiProblem'
import type { AnnotationView, DecisionRequest, LandmarksView, ReviewCounts, ReviewSummary, ReviewView } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { templates } from './decisions'
import { ReviewPage } from './ReviewPage'

const REVIEWER = 5
const gone = new ApiProblem(404, 'missing', 'It is not there.', '')
const taken = new ApiProblem(409, 'claimed', 'Somebody else has it.', 'Take another.')

const summary = (number: number): ReviewSummary => ({
  task_id: `guide-${number}`,
  kind: 'guide',
  number,
  annotator_id: 7,
  claimed_by: null,
  decided_at: null,
  flagged: number === 1,
  language: 'en-US',
  own: false,
  reason: '',
  scan_id: 'house',
  state: 'pending',
  submitted_at: '2026-11-20T08:00:00Z',
  version: 1,
})

/** A queue as the server keeps it, whose annotations have neither camera nor voice. */
class Queue {
  readonly decisions: DecisionRequest[] = []
  readonly ids: string[] = []
  readonly released: string[] = []
  readonly asked: ReviewQuery[] = []
  readonly counted: ReviewQuery[] = []
  pending = [summary(1), summary(2), summary(3)]
  unclaimable = new Set<string>()
  failure: ApiProblem | null = null

  me = () => Promise.resolve({ annotator_id: REVIEWER })
  reviews = (query: ReviewQuery) => {
    this.asked.push(query)
    return Promise.resolve({ items: this.pending, next_cursor: null })
  }
  reviewCounts = (query: ReviewQuery): Promise<ReviewCounts> => {
    this.counted.push(query)
    return Promise.resolve({ kinds: ['guide', 'follower'], pending: this.pending.length, accepted: this.given('accept'), rejected: this.given('reject'), sent_back: this.given('send_back') })
  }
  claimReview = (taskId: string): Promise<ReviewView> =>
    this.unclaimable.has(taskId) ? Promise.reject(taken) : Promise.resolve({ summary: this.found(taskId), verdicts: ['accept', 'reject', 'send_back'], flags: [], history: [] })
  releaseReview = (taskId: string) => {
    this.released.push(taskId)
    return Promise.resolve()
  }
  decide = (taskId: string, id: string, decision: DecisionRequest): Promise<ReviewView> => {
    this.ids.push(id)
    if (this.failure) return Promise.reject(this.failure)
    this.decisions.push(decision)
    const decided = summary(Number(taskId.slice('guide-'.length)))
    this.pending = decision.verdict === 'reopen' ? [decided, ...this.pending] : this.pending.filter((each) => each.task_id !== taskId)
    return Promise.resolve({ summary: { ...decided, version: 2 }, verdicts: ['accept', 'reject', 'send_back'], flags: [], history: [] })
  }
  landmarks = (instructionId: number): Promise<LandmarksView> =>
    Promise.resolve({ instruction_id: instructionId, scan_id: 'house', mentions: [], chains: [], entities: [], regions: {} })
  annotation = (kind: string, number: number): Promise<AnnotationView> =>
    Promise.resolve({
      ...{ alignment: null, answer: null, args: null, feedback: null, flags: null, heading: 0, transcript: 'Go past it.', pose_trace_url: null, aids: null, actions_url: null, transcript_by: null, heard: [], drafted: null },
      ...{ reference: [], voice_duration: null, voice_url: null, walked: [] },
      declares: GUIDE,
      summary: { ...summary(number), kind, annotation_id: number, alignment: null, duration: null, flags: null, instruction_id: number, outcome: null, path_id: 1, scores: null, measures: null, system: null, condition: null },
    })
  scan = () => Promise.reject(gone)
  image = () => Promise.reject(gone)

  private given(verdict: string): number {
    return this.decisions.filter((each) => each.verdict === verdict).length
  }

  private found(taskId: string): ReviewSummary {
    return { ...summary(Number(taskId.slice('guide-'.length))), claimed_by: REVIEWER }
  }
}

let queue: Queue
let root: HTMLElement
let scope: Scope
const find = (name: string) => root.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const text = (name: string) => find(name)?.textContent
const items = () => [...root.querySelectorAll<HTMLButtonElement>('.queue-item')]
const current = () => root.querySelector('.queue-item[aria-current]')?.querySelector('.queue-name')?.textContent
const settle = () => vi.advanceTimersByTimeAsync(20)
async function press(key: string): Promise<void> {
  const target = document.activeElement ?? document.body
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await settle()
}
async function open(address = '/review'): Promise<void> {
  history.replaceState(null, '', address)
  await new ReviewPage(root, queue as unknown as TeamClient, scope).load()
  await settle()
}

beforeEach(() => {
  vi.useFakeTimers()
  queue = new Queue()
  scope = new Scope()
  root = document.createElement('main')
  document.body.replaceChildren(root)
})

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

describe('the queue', () => {
  it('opens the first that is free, with all that is known of it', async () => {
    await open()
    expect(current()).toBe('Guide 1Flagged')
    expect(text('counts')).toBe('3 left · 0 accepted · 0 rejected · 0 sent back')
    expect(text('words-plain')).toBe('Go past it.')
    expect(text('picture-missing')).toContain('It is not there.')
    expect(text('time')).toBe('0:00.0 / 0:00.0')
    expect(text('facts')).toContain('Annotator7')
  })

  it('is walked by keys and by clicks, and what is left is released', async () => {
    await open()
    await press('j')
    expect(current()).toBe('Guide 2')
    await press('k')
    await press('k')
    expect(current()).toBe('Guide 1Flagged')
    items()[2]?.click()
    await settle()
    expect(current()).toBe('Guide 3')
    expect(queue.released).toEqual(['guide-1', 'guide-2', 'guide-1'])
    await press('j')
    expect([current(), items().length]).toEqual(['Guide 1Flagged', 3])
    queue.pending = [summary(1)]
    await press('j')
    await press('j')
    await press('j')
    expect([current(), items().length]).toEqual(['Guide 1Flagged', 1])
  })

  it('leaves out what others are at, and what they took meanwhile', async () => {
    queue.pending = [{ ...summary(1), claimed_by: 9 }, summary(2), summary(3)]
    queue.unclaimable = new Set(['guide-2'])
    await open()
    expect(items()[0]?.disabled).toBe(true)
    expect(items()[0]?.textContent).toContain('with person 9')
    expect(current()).toBe('Guide 3')
    expect(items()).toHaveLength(2)
  })

  it('ends before the first, and goes round to what has come in after the last', async () => {
    await open()
    await press('k')
    expect([current(), queue.asked.length]).toEqual(['Guide 1Flagged', 1])
    for (const key of ['j', 'j']) await press(key)
    queue.pending = [summary(4), summary(3)]
    await press('j')
    expect([current(), items().length]).toEqual(['Guide 4', 2])
  })

  it.each([taken, gone])('is not asked twice for what is no longer there to take', async (refusal) => {
    queue.pending = [summary(1)]
    const claims = vi.spyOn(queue, 'claimReview').mockRejectedValueOnce(refusal)
    await open()
    expect([current(), find('decision'), find('problem'), claims.mock.calls.length]).toEqual([undefined, null, null, 1])
  })

  it('leaves what is open as it is when it is chosen again, or while a key is held', async () => {
    const claims = vi.spyOn(queue, 'claimReview')
    await open()
    items()[0]?.click()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, repeat: true }))
    await settle()
    expect([claims.mock.calls.length, queue.released]).toEqual([1, []])
  })

  it('opens what was chosen last, whichever comes first', async () => {
    await open()
    const { claimReview } = queue
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    queue.claimReview = (taskId) => (taskId === 'guide-2' ? held.then(() => claimReview(taskId)) : claimReview(taskId))
    for (const item of items().slice(1)) item.click()
    await settle()
    answer()
    await settle()
    expect(current()).toBe('Guide 3')
  })

  it('says of each whose it is, and when nothing is left that is free', async () => {
    queue.pending = [{ ...summary(1), claimed_by: 9 }, { ...summary(2), claimed_by: 9, own: true }, { ...summary(3), claimed_by: REVIEWER }]
    await open()
    expect(items().map(({ disabled, textContent }) => [disabled, textContent.split(' · ')[2]])).toEqual([[true, 'with person 9'], [true, 'yours'], [false, undefined]])
    queue.pending = queue.pending.slice(0, 2)
    await press('j')
    expect(text('nothing-left')).toContain('2 annotations left, but other reviewers have them open, or they are your own.')
  })

  it('is narrowed, and the address keeps by what', async () => {
    await open('/review?kind=sign&language=hi-IN')
    expect(queue.asked).toEqual([{ kind: 'sign', language: 'hi-IN', limit: 50 }])
    const choose = async (name: string, value: string) => {
      const field = find(name) as HTMLSelectElement
      field.value = value
      field.dispatchEvent(new Event('change'))
      await settle()
      return [location.search, queue.asked.at(-1)]
    }
    const kind = find('filter-kind') as HTMLSelectElement
    expect([kind.value, [...kind.options].map(({ value }) => value)]).toEqual(['sign', ['', 'guide', 'follower', 'sign']])
    expect(await choose('filter-kind', 'guide')).toEqual(['?kind=guide&language=hi-IN', { kind: 'guide', language: 'hi-IN', limit: 50 }])
    expect(await choose('filter-language', ' te-IN ')).toEqual(['?kind=guide&language=te-IN', { kind: 'guide', language: 'te-IN', limit: 50 }])
    await choose('filter-language', '')
    expect(await choose('filter-kind', '')).toEqual(['', { limit: 50 }])
  })
})

it('keeps what is open for its reviewer until the page is left', async () => {
  const claims = vi.spyOn(queue, 'claimReview')
  await open()
  await vi.advanceTimersByTimeAsync(239_000)
  expect(claims.mock.calls).toEqual([['guide-1']])
  await vi.advanceTimersByTimeAsync(1000)
  expect(claims.mock.calls).toEqual([['guide-1'], ['guide-1']])
  claims.mockRejectedValueOnce(taken) // what is open stays so
  await vi.advanceTimersByTimeAsync(240_000)
  expect([claims.mock.calls.length, current(), find('problem')]).toEqual([3, 'Guide 1Flagged', null])
  window.dispatchEvent(new Event('pagehide'))
  expect(queue.released).toEqual(['guide-1'])
})

describe('a decision', () => {
  it('leads to the next, and is taken back', async () => {
    await open()
    await press('a')
    expect(text('toast')).toContain('Guide 1: accepted.')
    expect(current()).toBe('Guide 2')
    expect(text('counts')).toContain('2 left · 1 accepted')
    await press('z')
    expect(queue.decisions.map(({ verdict, version }) => [verdict, version])).toEqual([['accept', 1], ['reopen', 2]])
    expect(current()).toBe('Guide 1Flagged')
    expect(queue.released).toEqual(['guide-2'])
  })

  it('asks for a reason where the annotator wants one', async () => {
    await open()
    await press('r')
    expect(find('reason-send')).toMatchObject({ disabled: true })
    await press('Escape')
    expect(find('decide-accept')).not.toBeNull()
  })

  it.each([
    ['r', 'reject', 'Reject', 'rejected', templates('reject', 'guide')[0], '2 left · 0 accepted · 1 rejected · 0 sent back'],
    ['s', 'send_back', 'Send back', 'sent back', 'Some words that you said are missing from the transcript.', '2 left · 0 accepted · 0 rejected · 1 sent back'],
  ])('by the key %s is sent with its reason, told and counted', async (key, verdict, label, told, reason, counts) => {
    await open('/review?language=en-US')
    await press(key)
    await press('1')
    expect(text('reason-send')).toBe(label)
    find('reason-send')?.click()
    await settle()
    expect(queue.decisions).toEqual([{ verdict, version: 1, reason }])
    expect([text('toast'), text('counts'), queue.counted]).toEqual([expect.stringContaining(`Guide 1: ${told}.`), counts, [{ language: 'en-US' }, { language: 'en-US' }]])
  })

  it('is taken once, however often its key is pressed', async () => {
    await open()
    for (const key of ['a', 'a']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    await settle()
    expect([queue.ids.length, current()]).toEqual([1, 'Guide 2'])
  })

  it('that came too late is told, beside what is left now', async () => {
    await open()
    queue.failure = new ApiProblem(409, 'store_conflict', 'It was decided meanwhile.', '')
    queue.pending = [summary(2)]
    await press('a')
    expect([text('problem')?.includes('It was decided meanwhile.'), items().length, text('counts')?.split(' · ')[0]]).toEqual([true, 1, '1 left'])
  })

  it('is shown with those that were taken before', async () => {
    const claim = queue.claimReview
    const at = (day: number) => `2026-11-2${day}T08:00:00Z`
    const verdicts = ['reject', 'reopen', 'send_back', 'correct', 'accept'] as const
    const history = verdicts.map((verdict, day) => ({ verdict, state: 'pending' as const, version: day, reason: day === 0 ? 'Too short.' : '', actor: day === 0 ? null : 7, at: at(day) }))
    queue.claimReview = async (taskId) => ({ ...(await claim(taskId)), verdicts: ['accept', 'reject'], history })
    await open()
    const told = [...root.querySelectorAll('.decision-past li')].map((item) => [item.textContent.split(',')[0], item.querySelector('q')?.textContent])
    expect(told).toEqual([['Rejected · the operator', 'Too short.'], ...['Undone', 'Sent back', 'Corrected by its annotator', 'Accepted'].map((name) => [`${name} · Person 7`, undefined])])
    expect([...root.querySelectorAll('.decision-buttons button > span:first-child')].map(({ textContent }) => textContent)).toEqual(['Accept', 'Reject'])
  })

  it('may be taken where the annotation cannot be shown, which says why', async () => {
    queue.annotation = () => Promise.reject(gone)
    await open()
    expect(text('problem')).toContain('It is not there.')
    await press('a')
    expect(queue.decisions).toEqual([{ verdict: 'accept', version: 1, reason: '' }])
  })

  it('is another one where its reason is, and has another number', async () => {
    await open()
    queue.failure = new ApiProblem(503, 'store', 'The disk is slow.', '')
    await press('r')
    for (const choice of [...root.querySelectorAll<HTMLElement>('[data-testid=reason-choice]')].slice(0, 2)) {
      choice.click()
      await settle()
      find('reason-send')?.click()
      await settle()
    }
    expect([queue.ids.length, new Set(queue.ids).size]).toEqual([2, 2])
  })

  it('that failed is told, and taken again under the same number', async () => {
    await open()
    queue.failure = new ApiProblem(503, 'store', 'The disk is slow.', '')
    await press('a')
    expect(text('problem')).toContain('The disk is slow.')
    expect(find('decide-accept')).toMatchObject({ disabled: false })
    queue.failure = null
    await press('a')
    expect(find('problem')).toBeNull()
    expect(queue.ids[0]).toBe(queue.ids[1])
    expect(current()).toBe('Guide 2')
  })

  it('is taken once, however often its key is pressed', async () => {
    await open()
    for (let times = 0; times < 2; times++) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }))
    await settle()
    expect([queue.ids.length, current()]).toEqual([1, 'Guide 2'])
  })

  it('that somebody else took meanwhile is told, and the queue is read anew', async () => {
    await open()
    queue.failure = taken
    queue.pending = [summary(2)]
    await press('a')
    expect([text('problem'), items().length, current(), text('counts')]).toEqual([expect.stringContaining('Somebody else has it.'), 1, undefined, '1 left · 0 accepted · 0 rejected · 0 sent back'])
  })

  it('about the last leaves nothing, until somebody looks again', async () => {
    queue.pending = [summary(1)]
    await open()
    await press('a')
    expect(text('nothing-left')).toContain('Every annotation was reviewed')
    expect(find('decision')).toBeNull()
    queue.pending = [summary(4)]
    find('look-again')?.click()
    await settle()
    expect(current()).toBe('Guide 4')
    expect(find('nothing-left')).toBeNull()
  })
})
