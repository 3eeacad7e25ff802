// @vitest-environment page
import { render } from 'preact'
import { expect, it } from 'vitest'

import { FOLLOWER, GUIDE, TOUR } from '../../../testing/kinds'
import type { AnnotationRow, DraftFigures, PayRow, ProblemReport, TaskCount } from '../../api/types'
import { DataTable, type TableOptions } from '../../kit/view/DataTable'
import { ANNOTATION_TABLE } from './annotationTable'
import { DRAFT_TABLE } from './draftTable'
import { GroupPanel } from './GroupPanel'
import { KindsShown } from './kindsShown'
import { measureNamed } from './measures'
import { PAY_TABLE } from './payTable'
import { REPORT_TABLE } from './reportTable'
import { TaskProgress } from './taskProgress'
import { annotation, group } from './testing'

/** The headings and rows of a table, as they stand below each other: a time as it is meant, not as its zone writes it. */
function shown<Row>(options: TableOptions<Row>, rows: readonly Row[]): string[][] {
  const root = document.createElement('main')
  render(<KindsShown.Provider value={[GUIDE, FOLLOWER, TOUR]}><DataTable options={options} rows={rows} /></KindsShown.Provider>, root)
  return [...root.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => {
    const link = cell.querySelector('a')
    return (cell.querySelector('time')?.dateTime ?? cell.textContent) + (link ? ` -> ${link.getAttribute('href')}` : '')
  }))
}

it('shows time and pay, in the minor units of each currency', () => {
  const pay: PayRow = { annotator_id: 7, currency: 'INR', active_seconds: 5400, earned: 123_456, paid: 23_400, due: 100_056, hourly: null, as_of: '2026-11-20T08:00:00Z' }
  const yen = { ...pay, annotator_id: 2, currency: 'JPY', active_seconds: 360, earned: 500, paid: 0, due: 500, hourly: 5000 }
  expect(shown(PAY_TABLE, [pay, yen])).toEqual([
    ['Annotator', 'Active time', 'Earned', 'Paid', 'Due', 'Per hour of active time', 'As of'],
    ['2 -> ?annotator=2&measure=active#annotations', '0.1 h', 'JP¥500', 'JP¥0', 'JP¥500', 'JP¥5,000', '2026-11-20T08:00:00Z'],
    ['7 -> ?annotator=7&measure=active#annotations', '1.5 h', '₹1,234.56', '₹234.00', '₹1,000.56', '–unknown: no active time was recorded', '2026-11-20T08:00:00Z'],
  ])
})

it('shows drafts, those first in which most planted errors were left', () => {
  const draft: DraftFigures = {
    annotator_id: 7, campaign_id: null, recogniser: 'vosk', drafts: 3, words: 120, edits_per_word: 0.126, heard: 0.5, untouched: 0.25,
    planted: 4, planted_found: 0.75, planted_left: 1, found_low: 0.3, found_high: 0.95,
  }
  const none = { ...draft, annotator_id: 2, campaign_id: 'house', planted: 0, planted_found: null, planted_left: 0, found_low: null, found_high: null }
  const less = { ...draft, annotator_id: 9, planted_found: 0.5, planted_left: 2 }
  const figures = ['vosk', '3', '120', '0.13', '50 %', '25 %']
  expect(shown(DRAFT_TABLE, [none, draft, less])).toEqual([
    ['Annotator', 'Campaign', 'Recogniser', 'Drafts', 'Words', 'Edits a word', 'Heard or touched', 'Not confirmed', 'Planted errors mended'],
    ['9 -> ?annotator=9&measure=active#annotations', '', ...figures, '2 of 4 (30–95 %)'],
    ['7 -> ?annotator=7&measure=active#annotations', '', ...figures, '3 of 4 (30–95 %)'],
    ['2 -> ?annotator=2&measure=active#annotations', 'house', ...figures, '–unknown: no error was planted'],
  ])
})

it('shows annotations, the newest first, with what is unknown of each', () => {
  const guide: AnnotationRow = { ...annotation(3), flags: [{ flag: 'odd_one', why: 'Short.' }] as never }
  const walk: AnnotationRow = { ...annotation(5), kind: 'follower', instruction_id: 3, alignment: null, duration: 65, flags: null, ne: 1.234, spl: 0.5, ndtw: 0.25, success: 1, review: 'sent_back' }
  const of = ['7', 'hi-IN', 'house', '1']
  const unwalked = '–unknown: the walk is not known'
  expect(shown(ANNOTATION_TABLE, [guide, walk, { ...walk, annotation_id: 6, submitted_at: '2026-11-01T08:00:00Z', success: 0 }, { ...walk, annotation_id: 7, submitted_at: '2026-10-31T08:00:00Z', outcome: 'gave_up' }])).toEqual([
    ['Replay', 'Submitted', 'Annotator', 'Language', 'Scan', 'Path', 'Followed', 'Duration', 'Alignment', 'Review', 'Result', 'Flags', 'NE (m)', 'SPL', 'nDTW'],
    ['Follower 5 -> /replay?kind=follower&id=5', '2026-11-06T08:00:00Z', ...of, 'Guide 3 -> /replay?kind=guide&id=3', '1:05', '', 'sent back', 'reached', '–unknown: not checked yet', '1.23', '0.50', '0.25'],
    ['Guide 3 -> /replay?kind=guide&id=3', '2026-11-04T08:00:00Z', ...of, '', '–unknown: the server did not report it', 'aligned', 'pending', 'not known', 'odd one: Short.', '3.00', unwalked, unwalked],
    ['Follower 6 -> /replay?kind=follower&id=6', '2026-11-01T08:00:00Z', ...of, 'Guide 3 -> /replay?kind=guide&id=3', '1:05', '', 'sent back', 'missed', '–unknown: not checked yet', '1.23', '0.50', '0.25'],
    ['Follower 7 -> /replay?kind=follower&id=7', '2026-10-31T08:00:00Z', ...of, 'Guide 3 -> /replay?kind=guide&id=3', '1:05', '', 'sent back', 'gave up', '–unknown: not checked yet', '1.23', '0.50', '0.25'],
  ])
})

it('shows the problems that people reported, the newest first', () => {
  const report: ProblemReport = { report_id: 'r1', lease_id: 'l1', task_id: 'guide-1', annotator_id: 7, kind: 'voice', created_at: '2026-11-20T08:00:00Z', viewpoint_id: null, comment: 'No sound.' }
  const later: ProblemReport = { ...report, report_id: 'r2', kind: 'offensive', created_at: '2026-11-21T08:00:00Z', viewpoint_id: 'hall' }
  const of = ['guide-1', '7 -> ?annotator=7&measure=success_rate#annotations']
  expect(shown(REPORT_TABLE, [report, later])).toEqual([
    ['Reported', 'About', 'Task', 'Annotator', 'At viewpoint', 'In their words'],
    ['2026-11-21T08:00:00Z', 'Offensive or private words', ...of, 'hall', 'No sound.'],
    ['2026-11-20T08:00:00Z', 'The voice', ...of, '', 'No sound.'],
  ])
})

it('shows how many tasks are done, of which languages, and for whom', () => {
  const task: TaskCount = { kind: 'guide', language: 'en-IN', pool: null, waiting: 1, open: 20, leased: 300, withdrawn: 7, retired: 9, done: 4000 }
  const none = { ...task, language: null, pool: 'experts', waiting: 0, open: 0, leased: 0, done: 0 }
  const root = document.createElement('main')
  render(<KindsShown.Provider value={[GUIDE, FOLLOWER, TOUR]}><TaskProgress tasks={[task, none]} measure="ne" /></KindsShown.Provider>, root)
  expect([...root.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Task', 'Language', 'Pool', 'Progress', 'Done', 'Leased', 'Open', 'Waiting'],
    ['Guide', 'en-IN', 'everybody', '93 %', '4,000', '300', '20', '1'],
    ['Guide', 'others', 'experts', '–', '0', '0', '0', '0'],
  ])
  expect([...root.querySelectorAll('rect')].map((bar) => ['class', 'x', 'width'].map((name) => bar.getAttribute(name)))).toEqual([
    ['stack-done', '0.00', '92.57'],
    ['stack-leased', '92.57', '6.94'],
    ['stack-open', '99.51', '0.46'],
    ['stack-waiting', '99.98', '0.02'],
  ])
})

it.each([
  ['scan', false, 13, ['g1', 'g2'], 'The 12 with the most annotations, of 13. The table shows all of them.'],
  ['week', true, 61, ['g1', 'g2'], 'The last 60 of 61. The table shows all of them.'],
] as const)('draws of %s (one after the other: %s) the most or the last, in their order', (by, ordered, length, first, note) => {
  const groups = Array.from({ length }, (_, index) => group(`g${index}`, 1, index === 0 ? 4 : 8))
  const root = document.createElement('main')
  render(<GroupPanel options={{ by, title: 'Groups', ordered }} groups={groups} measure={measureNamed('success_rate')} filters={{}} save={() => undefined} />, root)
  const points = [...root.querySelectorAll('.chart-point')].map((point) => point.querySelector('title')?.textContent.split(':')[0])
  expect([points.length, points.slice(0, 2), root.querySelector('.panel-note')?.textContent]).toEqual([length - 1, first, note])
})
