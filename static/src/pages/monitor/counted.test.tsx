// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { FormSummary, VotedItem } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { MonitorPage } from './MonitorPage'
import { Store } from './testing'

let scope: Scope
let store: Store
let root: HTMLElement

const find = (name: string) => root.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const text = (name: string) => find(name)?.textContent
const settle = () => vi.advanceTimersByTimeAsync(0)
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

async function open(): Promise<void> {
  history.replaceState(null, '', '/monitor')
  await new MonitorPage(root, store, scope).refresh()
  await settle()
}

beforeEach(() => {
  vi.useFakeTimers()
  scope = new Scope()
  store = new Store()
  root = document.createElement('main')
  document.body.replaceChildren(root)
})

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

describe('questionnaires and votes', () => {
  const SUMMARY: FormSummary = {
    campaign_id: 'house',
    form: 'opinion',
    version: 'f'.repeat(64),
    title: 'How was it?',
    is_current: true,
    answers: 4,
    people: 3,
    newest: '2026-11-20T08:00:00Z',
    questions: [
      { name: 'ease', title: 'How easy?', input: 'scale', answered: 4, counts: [1, 2].map((point) => ({ value: String(point), label: String(point), count: point === 1 ? 1 : 3 })), mean: 1.75, median: 2, least: 1, most: 2 },
      { name: 'words', title: 'Anything else?', input: 'text', answered: 1, counts: null, mean: null, median: null, least: null, most: null },
    ],
  }
  const DISPUTED: VotedItem = {
    item_id: 'a'.repeat(24),
    campaign_id: 'house',
    kind: 'judge',
    language: 'en-US',
    scan_id: 'house',
    shows: 'pair',
    question: 'Which is clearer?',
    about: [{ kind: 'guide', annotation_id: 7, transcript: 'Go left.' }],
    viewpoint_id: null,
    state: 'disputed',
    value: null,
    votes: [{ annotation_id: 1, annotator_id: 2, value: '7' }],
    choices: ['7', '9', 'same'],
    settled_by: null,
    settled_at: null,
  }

  it('are not shown where there are none', async () => {
    await open()
    expect([find('panel-forms')?.hidden, find('panel-votes')?.hidden]).toEqual([true, true])
  })

  it('show how often each answer was given', async () => {
    store.forms = [SUMMARY]
    await open()
    expect(text('form-opinion')).toContain('4 answers of 3 people')
    expect(text('answers-ease')).toContain('mean 1.75')
    expect(text('answers-ease')).toContain('3 (75 %)')
    const bars = [...root.querySelectorAll<HTMLElement>('.bar > span')]
    expect(bars.map(({ style }) => style.width)).toEqual(['25%', '75%'])
    expect(text('answers-words')).toContain('their words are in the CSV file')
  })

  it('let staff decide what people do not agree about', async () => {
    const states = { open: 0, further: 0, decided: 2, disputed: 1, settled: 0 }
    store.voteCounted = [{ campaign_id: 'house', kind: 'judge', states, values: { true: 2 } }]
    store.disputed = [DISPUTED]
    await open()
    expect(text('vote-count')).toContain('2 decided, 1 disputed. Decided for: true 2')
    expect(text('disputed')).toContain('Go left.')
    find('settle-9')?.click()
    await settle()
    expect(store.asked).toContain(`settle ${'a'.repeat(24)} 9`)
    expect(find('disputed')).toBeNull()
  })

  it('are counted less often than the rest', async () => {
    await open()
    await pass(27)
    expect(store.count('forms')).toBe(1)
    await pass(6)
    expect(store.count('forms')).toBe(2)
  })
})
