// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { FormSummary, VotedItem } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { MonitorPage } from './MonitorPage'
import { group, Store, unreachable } from './testing'

let scope: Scope
let store: Store
let root: HTMLElement
/** The names under which files were saved. */
let files: string[]

const find = (name: string) => root.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const text = (name: string) => find(name)?.textContent
const cells = (selector: string) => [...root.querySelectorAll(selector)].map(({ children }) => [...children].map(({ textContent }) => textContent))
const settle = () => vi.advanceTimersByTimeAsync(0)
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

async function open(address = '/monitor'): Promise<void> {
  history.replaceState(null, '', address)
  await new MonitorPage(root, store, scope).refresh()
  await settle()
}

beforeEach(() => {
  vi.useFakeTimers()
  scope = new Scope()
  store = new Store()
  files = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download)
  })
  root = document.createElement('main')
  document.body.replaceChildren(root)
})

afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('people without a task', () => {
  beforeEach(() => {
    store.lacking = [3, 4].map((annotator_id) => ({ annotator_id, why: 'no open campaign has hi', remedy: 'Perhaps hi-IN was meant.' }))
  })

  it('are counted for managers, and lead to their list', async () => {
    await open()
    expect(find('without-task')?.querySelector('h2')?.textContent).toBe('2 people get no task')
    expect(find('without-task')?.querySelector('a')?.getAttribute('href')).toBe('/people')
  })

  it('are not asked for by a reviewer', async () => {
    store.role = 'reviewer'
    await open()
    expect(find('without-task')).toBeNull()
    expect(store.asked).not.toContain('without-task')
  })
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
      { name: 'years', title: 'Since when?', input: 'number', answered: 2, counts: null, mean: 3.5, median: 3, least: 1, most: 6 },
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

  it('show who leaves planted errors in drafts, worst first', async () => {
    const row = { campaign_id: 'house', recogniser: 'whisper', drafts: 9, words: 400, edits_per_word: 0.125, heard: 0.8, untouched: 0.1 }
    store.drafted = [
      { ...row, annotator_id: 3, planted: 0, planted_left: 0, planted_found: null, found_low: null, found_high: null },
      { ...row, annotator_id: 4, planted: 20, planted_left: 2, planted_found: 0.9, found_low: 0.7, found_high: 0.97 },
      { ...row, annotator_id: 5, planted: 20, planted_left: 15, planted_found: 0.25, found_low: 0.11, found_high: 0.47 },
    ]
    await open()
    const rows = [...(find('panel-drafts')?.querySelectorAll('tbody tr') ?? [])].map((each) => each.textContent)
    expect(rows.map((told) => Number(told[0]))).toEqual([5, 4, 3])
  })

  it('show how dialogues go, say what needs the aligner, and link to each', async () => {
    const unknown = { turns: null, overlap: null, floor_transfer: null, response: null, bound: null, answers: null, progress_per_answer: null }
    const row = { ...unknown, pairing_id: 'p 1', kind: 'guide_two', scan_id: 'house', path_id: 1, language: 'en-IN', submitted_at: '2026-11-30T10:00:00Z', people: [7, 8], programs: ['oracle'], timed: false, success: true, seconds: 61, words: 40, texts: 0, goal_progress: 4, spl: 1, fault: '' }
    const medians = { ...unknown, seconds: 61, words: 40, texts: 0, goal_progress: 4, spl: 1 }
    store.talked = { kinds: [{ kind: 'guide_two', with_program: false, dialogues: 3, timed: 0, judged: 2, success: 0.5, medians, known: {} }], items: [row], total: 3 }
    await open()
    const [kind, newest] = [...(find('panel-dialogues')?.querySelectorAll('tbody tr') ?? [])]
    expect(kind?.textContent).toContain('50 % of 2')
    expect([kind, newest].map((told) => told?.textContent.includes('with a program'))).toEqual([false, true])
    expect([kind?.textContent, newest?.textContent].every((told) => told?.includes('61 s') && told.includes('4.0 m'))).toBe(true)
    expect(newest?.querySelector('[title*="pangea align"]') ?? newest?.querySelector('.unknown')).not.toBeNull()
    expect(newest?.querySelector('a')?.getAttribute('href')).toBe('/dialogue?id=p%201')
  })

  it('are not shown where there are none', async () => {
    await open()
    expect(['forms', 'votes', 'drafts'].map((name) => find(`panel-${name}`)?.hidden)).toEqual([true, true, true])
    expect(find('panel-dialogues')).toBeNull()
  })

  it('show how often each answer was given', async () => {
    store.forms = [SUMMARY]
    await open()
    expect([find('panel-forms')?.hidden, text('form-opinion')?.split(' · newest')[0], text('form-opinion')?.includes('earlier version')]).toEqual([false, 'How was it?house · opinion · 4 answers, 3 people', false])
    expect(text('answers-ease')).toBe('How easy?4 of 4 answered · mean 1.75 · median 2.0011 (25 %)23 (75 %)')
    expect(text('answers-years')).toBe('Since when?2 of 4 answered · mean 3.50 · median 3.00 · 1.00 to 6.00')
    const bars = [...root.querySelectorAll<HTMLElement>('.bar > span')]
    expect(bars.map(({ style }) => style.width)).toEqual(['25%', '75%'])
    expect(text('answers-words')).toBe('Anything else?1 of 4 answered · their words are in the CSV file')
    store.forms = [{ ...SUMMARY, newest: null, is_current: false, answers: 1, people: 1, questions: [] }]
    await open()
    expect(text('form-opinion')).toBe('How was it?house · opinion · 1 answer, 1 person · an earlier version of the form')
  })

  it('let staff decide what people do not agree about', async () => {
    const states = { open: 0, further: 0, decided: 2, disputed: 1, settled: 0 }
    store.voteCounted = [{ campaign_id: 'house', kind: 'judge', states, values: { true: 2 } }]
    store.disputed = [DISPUTED]
    await open()
    expect([find('panel-votes')?.hidden, text('vote-count'), text('disputed')]).toEqual([false, 'house 2 decided, 1 disputed. Decided for: true 2', 'Which is clearer?en-US · 1 vote: 77 Go left.79same'])
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

describe('reviewers', () => {
  const ROW = { reviewer_id: 5, decided: 9, accepted: 6, rejected: 2, sent_back: 1, taken_back: 0, seconds: 75, timed: 8, second_reviews: 4, overturned: 1, overturned_share: 0.25 }
  const OPERATOR = { ...ROW, reviewer_id: null, seconds: null, timed: 0, second_reviews: 0, overturned: 0, overturned_share: null }

  it('are shown with how many decisions each figure is of, and unknowns say why', async () => {
    store.reviewing = {
      reviewers: [ROW, OPERATOR],
      pairs: [{ first: 5, second: 6, annotations: 4, agreed: 3, kappa: null, reason: 'Both decided the same each time.' }],
      alpha: { value: 0.5, interval: [0.2, 0.8], units: 4, judgements: 8, reason: '' },
    }
    await open()
    expect(cells('[data-testid="panel-reviewers"] thead tr')).toEqual([
      ['Reviewer', 'Decided', 'Accepted', 'Rejected', 'Sent back', 'Time for one', 'Taken back', 'Second reviews', 'Overturned'],
      ['Two reviewers', 'Both decided', 'Agreed', 'Cohen’s kappa'],
    ])
    expect(cells('[data-testid="reviewers-row"]')).toEqual([
      ['5', '9', '6', '2', '1', '1:15 (8)', '0', '4', '1 (25 %)'],
      ['operator', '9', '6', '2', '1', '–unknown: it is not known when they opened an annotation', '0', '0', '–unknown: nobody has decided about them again'],
    ])
    expect(text('reviewers-alpha')).toContain('alpha 0.50 (95 %: 0.20 to 0.80), over 4 annotations')
    expect(cells('[data-testid="reviewer-pairs-row"]')).toEqual([['5 and 6', '4', '3 (75 %)', '–unknown: Both decided the same each time.']])
    find('csv-reviewers')?.click()
    await settle()
    expect(store.asked).toContain('csv /reviewers')
  })

  it('are not asked for by those who may not see them', async () => {
    store.role = 'reviewer'
    await open()
    expect(store.count('reviewers')).toBe(0)
    expect(find('panel-reviewers')?.hidden).toBe(true)
  })

  it('are asked for again after the role could not be read', async () => {
    store.failure = unreachable
    await open()
    store.failure = null
    await pass(40)
    expect(store.count('reviewers')).toBeGreaterThan(0)
  })
})

describe('a kind with scores of its own', () => {
  const mean = (value: number, n: number) => ({ value, n, low: null, high: null, method: null })
  const rate = { value: 0.5, n: 4, successes: 2, low: 0.15, high: 0.85 }

  beforeEach(() => {
    const of = (annotations: number, rooms: ReturnType<typeof mean> | null) => ({ annotations, gave_up: 0, success_rate: rate, scores: { rooms_named: rooms } })
    store.total = { ...store.total, kinds: { ...store.total.kinds, tour: of(5, mean(3.25, 4)) } }
    store.grouped = store.grouped.map((group, index) => ({ ...group, kinds: { ...group.kinds, tour: index === 0 ? of(4, mean(3.25, 4)) : of(1, null) } }))
  })

  it('has a panel with means, n and the reason of what is unknown', async () => {
    await open()
    expect(cells('[data-testid="scores-tour-row"]').map(([, ...figures]) => figures)).toEqual([
      ['4', '50 % (4)', '3.25 (4)'],
      ['1', '50 % (4)', '–unknown: no answer has this score'],
      ['5', '50 % (4)', '3.25 (4)'],
    ])
    expect(find('panel-scores-tour')?.querySelector('thead')?.textContent).toContain('Rooms named')
    expect(find('panel-scores-follower')).toBeNull()
  })

  it('is grouped as one chooses, and saved as it is grouped', async () => {
    await open()
    const select = find('scores-by-tour') as HTMLSelectElement
    select.value = 'scan'
    select.dispatchEvent(new Event('change'))
    await settle()
    expect(find('panel-scores-tour')?.querySelector('th')?.textContent).toBe('Scan')
    find('csv-scores-tour')?.click()
    await settle()
    expect(store.asked.at(-1)).toContain('csv /monitor/groups/scan')
  })
})

it('saves tables, and the report of the systems, as files', async () => {
  await open('/monitor?campaign=comparison')
  const asked = store.asked.length
  const groups = ['week', 'experience', 'language', 'pool', 'campaign', 'system', 'condition', 'length', 'annotator', 'guide', 'scan', 'day']
  for (const button of root.querySelectorAll<HTMLElement>('[data-testid^=csv-], [data-testid^=report-]')) {
    button.click()
    await settle()
  }
  const query = '?campaign=comparison'
  const saved = [
    ['csv /monitor/tasks', 'tasks.csv'],
    ...groups.flatMap((by) => [[`csv /monitor/groups/${by}${query}`, `${by}.csv`], ...(by === 'system' ? [['evaluation comparison', 'evaluation.html']] : [])]),
    ...['pay', 'drafts'].map((name) => [`csv /monitor/${name}`, `${name}.csv`]),
    ...['reviewers', 'votes'].map((name) => [`csv /${name}`, `${name}.csv`]),
    ['csv /forms/answers', 'form-answers.csv'],
    [`csv /annotations${query}`, 'annotations.csv'],
  ]
  expect(store.asked.slice(asked).map((each, at) => [each, files[at]])).toEqual(saved)
  expect([...root.querySelectorAll('.panels h2')].map(({ textContent }) => textContent)).toEqual([
    'Week', 'Experience: annotations by the same person', 'Language', 'Pool', 'Campaign', 'System that wrote the instruction', 'Condition of the walk',
    'Path length (m)', 'Annotator', 'Guide whose words were followed', 'Scan', 'Day',
  ])
})

it('shows groups that are optional only where annotations have them', async () => {
  store.grouped = [group(null, 2)]
  await open()
  expect([find('panel-system'), find('panel-condition'), find('panel-pool') !== null]).toEqual([null, null, true])
})
