/** A small store that answers the monitoring page, for its tests. */

import { ApiProblem } from '../../api/ApiProblem'
import type { AnnotationRow, DialoguesView, DraftFigures, FormSummary, Group, Me, MonitorView, PayRow, ProblemReport, ReviewersView, StoreHealth, TaskCount, VoteCount, VotedItem, WithoutTask } from '../../api/types'
import { FOLLOWER, GUIDE, TOUR } from '../../../testing/kinds'
import type { MonitorClient } from './MonitorPage'

export function group(name: string | null, guides: number, followers = 0): Group {
  const unknown = { active: null, flagged: null, ndtw: null, ne: null, oracle_success: null, sdtw: null, speaking: null, spl: null, transcription: null, transcription_ratio: null }
  const successRate = followers === 0 ? null : { value: 0.5, n: followers, successes: followers / 2, low: 0.2, high: 0.8 }
  const of = (annotations: number) => ({ annotations, gave_up: 0, success_rate: null, scores: {} })
  const kinds = { ...(guides > 0 && { guide: of(guides) }), ...(followers > 0 && { follower: of(followers) }) }
  return { ...unknown, name, kinds, gave_up: 1, success_rate: successRate }
}

export function annotation(id: number): AnnotationRow {
  const unknown = { active: null, campaign: null, condition: null, duration: null, guide_id: null, left_out: null, length: null, ndtw: null, oracle_success: null, pool: null, sdtw: null, spl: null, success: null, system: null }
  return {
    ...unknown,
    kind: 'guide',
    measures: {},
    annotation_id: id,
    annotator_id: 7,
    alignment: 'aligned',
    flags: [],
    instruction_id: id,
    language: 'hi-IN',
    ne: id,
    outcome: null,
    path_id: 1,
    review: 'pending',
    scan_id: 'house',
    submitted_at: `2026-11-${String(id % 28 + 1).padStart(2, '0')}T08:00:00Z`,
    experience: null,
    speaking: null,
    transcription: null,
    transcription_ratio: null,
  } as AnnotationRow
}

const tour = (id: number): AnnotationRow => ({ ...annotation(id), kind: 'tour', measures: { rooms: 4, doors: null } })

export const PAID: PayRow = { annotator_id: 7, currency: 'EUR', active_seconds: 5400, as_of: '2026-11-20T08:00:00Z', due: 100, earned: 300, hourly: 200, paid: 200 }
export const REPORT: ProblemReport = {
  report_id: 'r1',
  annotator_id: 7,
  comment: 'It is dark.',
  created_at: '2026-11-20T08:00:00Z',
  kind: 'picture',
  lease_id: 'l1',
  task_id: 'guide-000001',
  viewpoint_id: null,
}

export const counted = (kind: string, done: number): TaskCount => ({ kind, language: 'hi-IN', pool: null, waiting: 0, open: 1, leased: 0, withdrawn: 0, retired: 0, done })

/** Answers as the server does, page by page; `asked` are the requests. */
export class Store implements MonitorClient {
  readonly asked: string[] = []
  total = group(null, 2, 4)
  leftOut: MonitorView['left_out'] = {}
  grouped = [group('hi-IN', 2, 4), group('te-IN', 1, 2)]
  version: string | null = 'v1'
  role: Me['role'] = 'manager'
  rows = [annotation(1), annotation(2)]
  tours = 0
  taskCounts = [counted('guide', 2), counted('tour', 0)]
  paid: PayRow[] = [PAID]
  reported: ProblemReport[] = []
  forms: FormSummary[] = []
  drafted: DraftFigures[] = []
  talked: DialoguesView = { kinds: [], items: [], total: 0 }
  voteCounted: VoteCount[] = []
  disputed: VotedItem[] = []
  reviewing: ReviewersView = { reviewers: [], pairs: [], alpha: { value: null, interval: null, units: 0, judgements: 0, reason: 'Nothing was rated by two people.' } }
  lacking: WithoutTask[] = []
  health: StoreHealth = { verified_at: null, faults: null }
  /** What every request meets. */
  failure: Error | null = null
  /** Holds answers back until it is settled. */
  gate: Promise<void> = Promise.resolve()

  monitor(query: URLSearchParams) {
    const view: MonitorView = { total: this.total, left_out: this.leftOut, last_submitted_at: '2026-11-20T08:00:00Z', choices: { language: ['hi-IN', 'te-IN'] } }
    return this.answer(`monitor?${query}`, { value: view, version: this.version })
  }

  groups(by: string, query: URLSearchParams) {
    return this.answer(`groups/${by}?${query}`, { title: by, groups: this.grouped })
  }

  kinds() {
    return this.answer('kinds', [GUIDE, FOLLOWER, TOUR])
  }

  campaigns() {
    return this.answer('campaigns', [])
  }

  people() {
    return this.answer('people', [])
  }

  withoutTask() {
    return this.answer('without-task', this.lacking)
  }

  tasks() {
    return this.answer('tasks', this.taskCounts)
  }

  me() {
    return this.answer('me', { role: this.role } as Me)
  }

  pay() {
    return this.answer('pay', this.paid)
  }

  reports() {
    return this.answer('reports', this.reported)
  }

  storeHealth() {
    return this.answer('store', this.health)
  }

  formSummaries() {
    return this.answer('forms', this.forms)
  }

  dialogues() {
    return this.answer('dialogues', this.talked)
  }

  draftFigures() {
    return this.answer('drafts', this.drafted)
  }

  voteCounts() {
    return this.answer('vote-counts', this.voteCounted)
  }

  votes(state: string) {
    return this.answer(`votes ${state}`, this.disputed)
  }

  reviewers() {
    return this.answer('reviewers', this.reviewing)
  }

  settleVote(itemId: string, value: string) {
    this.disputed = this.disputed.filter(({ item_id: id }) => id !== itemId)
    return this.answer(`settle ${itemId} ${value}`, {} as VotedItem)
  }

  annotations(query: URLSearchParams) {
    const rows = query.get('kind') === 'tour' ? Array.from({ length: this.tours }, (_, index) => tour(index + 1)) : this.rows
    const page = paged(rows, Number(query.get('limit')), query.get('cursor'))
    return this.answer(`annotations?${query}`, { ...page, total: rows.length })
  }

  evaluation(campaign?: string) {
    return this.answer(`evaluation ${campaign ?? ''}`, new Blob(['<!doctype html>']))
  }

  csv(path: string) {
    return this.answer(`csv ${path}`, new Blob(['a,b']))
  }

  /** How often something was asked for whose name begins so. */
  count(beginning: string): number {
    return this.asked.filter((each) => each.startsWith(beginning)).length
  }

  private async answer<Value>(asked: string, value: Value): Promise<Value> {
    this.asked.push(asked)
    const { failure } = this
    await this.gate
    if (failure !== null) throw failure
    return value
  }
}

function paged<Row>(rows: readonly Row[], limit: number, cursor: string | null): { items: Row[]; next_cursor: string | null } {
  const start = Number(cursor ?? 0)
  const next = start + limit
  return { items: rows.slice(start, next), next_cursor: next < rows.length ? String(next) : null }
}

export const refused = new ApiProblem(403, 'access', 'This is for managers.', 'Ask one.')
export const unreachable = new ApiProblem(0, 'unreachable', 'The server does not answer.', 'Check your connection.')
