import { ApiClient, type Kind } from './ApiClient'
import { queryOf } from './HttpClient'
import { readEvents } from './serverSentEvents'
import type {
  AlignmentRecord,
  AnnotationPage,
  AnnotationView,
  AnswerRequest,
  AuditLog,
  CampaignCheck,
  CampaignFile,
  CampaignFileRequest,
  CampaignView,
  CampaignWriteRequest,
  DecisionRequest,
  DialoguesView,
  DialogueView,
  DraftFigures,
  FormSummary,
  GroupsView,
  Hint,
  InviteRequest,
  Invited,
  LandmarkPathPage,
  LandmarksOverview,
  LandmarksView,
  LearnerView,
  LiveView,
  MemberLink,
  MonitorView,
  PayRow,
  PersonLabel,
  PersonView,
  ProblemReport,
  Question,
  ReviewCounts,
  ReviewQueuePage,
  ReviewView,
  ReviewersView,
  StoreHealth,
  TaskCount,
  TimingRow,
  VoteCount,
  VotedItem,
  WordsRequest,
  WordsVersion,
  WithoutTask,
} from './types'

export interface ReviewQuery {
  kind?: string
  language?: string
}

/** An answer of the server with the store's version. While `version` stays the same, nothing in it has changed. */
export interface Versioned<Value> {
  readonly value: Value
  readonly version: string | null
}

export const timingAddress = (campaignId: string): string => `/landmarks/timing?campaign=${encodeURIComponent(campaignId)}`

const at = (campaignId: string): string => `/campaigns/${encodeURIComponent(campaignId)}`

/** What staff see and decide beyond what annotators may. Annotators' pages do not load this. */
export class TeamClient extends ApiClient {
  /** All campaigns with their progress, the newest first. */
  campaigns(): Promise<CampaignView[]> {
    return this.read('/campaigns')
  }

  campaign(campaignId: string): Promise<CampaignFile> {
    return this.read(at(campaignId))
  }

  /** Says what is wrong with a campaign file, or what it would do. */
  checkCampaign(file: CampaignFileRequest): Promise<CampaignCheck> {
    return this.write('/campaign-files/check', 'POST', file)
  }

  /** Creates or changes a campaign; refused when somebody has changed it since `version`. */
  writeCampaign(campaignId: string, file: CampaignWriteRequest): Promise<CampaignFile> {
    return this.write(at(campaignId), 'PUT', file)
  }

  turnCampaign(campaignId: string, state: CampaignView['state']): Promise<CampaignView> {
    return this.write(`${at(campaignId)}/state`, 'PUT', { state })
  }

  /** The text of an example with a comment on each key. */
  async exampleCampaign(): Promise<string> {
    return (await this.read<{ text: string }>('/campaign-files/example')).text
  }

  people(): Promise<PersonView[]> {
    return this.read('/people')
  }

  /** Whose languages and pools leave nothing for them. */
  withoutTask(): Promise<WithoutTask[]> {
    return this.read('/people/without-task')
  }

  /** Adds a person; the answer has the token of their link, which cannot be read again. */
  invite(wanted: InviteRequest): Promise<Invited> {
    return this.write('/people', 'POST', wanted)
  }

  /** A new link for a person. */
  inviteAgain(person: number): Promise<Invited> {
    return this.write(`/people/${person}/invite`, 'POST', {})
  }

  /** Adds the people of a CSV table. */
  inviteTable(table: string, days: number): Promise<MemberLink[]> {
    return this.write('/people/table', 'POST', { table, days })
  }

  /** Shuts a person out; their data stays. */
  async shutOut(person: number): Promise<void> {
    await this.fetch(`/people/${person}/access`, { method: 'DELETE' }, () => undefined)
  }

  /** What the team calls people, beside their numbers. */
  labels(): Promise<PersonLabel[]> {
    return this.read('/people/labels')
  }

  label(person: number, label: string): Promise<PersonLabel> {
    return this.write(`/people/${person}/label`, 'PUT', { label })
  }

  /** The figures of the annotations that match the filters in `query`, with the version of the store that they come from. */
  monitor(query: URLSearchParams): Promise<Versioned<MonitorView>> {
    const read = async (response: Response) => ({ value: (await response.json()) as MonitorView, version: response.headers.get('ETag') })
    return this.fetch(`/monitor?${query.toString()}`, {}, read)
  }

  /** The same figures group by group; `by` names what they are grouped by. */
  groups(by: string, query: URLSearchParams): Promise<GroupsView> {
    return this.read(`/monitor/groups/${by}?${query.toString()}`)
  }

  tasks(): Promise<TaskCount[]> {
    return this.read('/monitor/tasks')
  }

  /** Everybody's active time and pay. */
  pay(): Promise<PayRow[]> {
    return this.read('/monitor/pay')
  }

  reports(): Promise<ProblemReport[]> {
    return this.read('/monitor/reports')
  }

  /** When the store was last verified, and what came of it. */
  storeHealth(): Promise<StoreHealth> {
    return this.read('/monitor/store')
  }

  /** How much, how fast and how alike reviewers decide. */
  reviewers(): Promise<ReviewersView> {
    return this.read('/reviewers')
  }

  /** A page of the annotations that match the filters in `query`. */
  annotations(query: URLSearchParams): Promise<AnnotationPage> {
    return this.read(`/annotations?${query.toString()}`)
  }

  annotation(kind: Kind, annotationId: number): Promise<AnnotationView> {
    return this.read(`/annotations/${kind}/${annotationId}`)
  }

  /** Both sides of a dialogue, on one time line. */
  dialogue(pairingId: string): Promise<DialogueView> {
    return this.read(`/dialogues/${encodeURIComponent(pairingId)}`)
  }

  /** What the page of an answer's task is told, in the kind's own words. */
  taskPage(kind: Kind, annotationId: number): Promise<Record<string, unknown>> {
    return this.read(`/annotations/${kind}/${annotationId}/page`)
  }

  /** A table of the dashboard as a file for spreadsheets. */
  csv(path: string): Promise<Blob> {
    return this.fetch(path, { headers: { Accept: 'text/csv' } }, (response) => response.blob())
  }

  /** The page that compares systems, of a campaign or the only one that does. */
  evaluation(campaign?: string): Promise<Blob> {
    return this.fetch(`/monitor/evaluation?${queryOf(campaign === undefined ? {} : { campaign })}`, {}, (response) => response.blob())
  }

  /** How people answered each question of the questionnaires. */
  formSummaries(): Promise<FormSummary[]> {
    return this.read('/forms')
  }

  /** What people edit in drafts, what they confirm, and which planted errors they leave in. */
  dialogues(): Promise<DialoguesView> {
    return this.read('/dialogues')
  }

  draftFigures(): Promise<DraftFigures[]> {
    return this.read('/monitor/drafts')
  }

  /** How many items that people vote on are decided and disputed. */
  voteCounts(): Promise<VoteCount[]> {
    return this.read('/vote-counts')
  }

  votes(state: VotedItem['state']): Promise<VotedItem[]> {
    return this.read(`/votes?${queryOf({ state })}`)
  }

  /** Decides an item that people do not agree about. */
  settleVote(itemId: string, value: string): Promise<VotedItem> {
    return this.write(`/votes/${itemId}`, 'PUT', { value })
  }

  /** A page of the audit log, the newest first. */
  audit(query: object): Promise<AuditLog> {
    return this.read(`/audit?${queryOf(query)}`)
  }

  /** A page of the reviewers' queue: flagged first, then the oldest. */
  reviews(query: ReviewQuery & { cursor?: string; limit?: number }): Promise<ReviewQueuePage> {
    return this.read(`/review?${queryOf(query)}`)
  }

  reviewCounts(query: ReviewQuery): Promise<ReviewCounts> {
    return this.read(`/review/counts?${queryOf(query)}`)
  }

  /** Claims an annotation for this reviewer, or goes on with the claim. */
  claimReview(taskId: string): Promise<ReviewView> {
    return this.write(`/review/${taskId}/claim`, 'PUT', {})
  }

  async releaseReview(taskId: string): Promise<void> {
    await this.fetch(`/review/${taskId}/claim`, { method: 'DELETE' }, () => undefined)
  }

  /** Sends a decision. The page chooses the id, so that the decision can be repeated safely. */
  decide(taskId: string, decisionId: string, decision: DecisionRequest): Promise<ReviewView> {
    return this.write(`/review/${taskId}/decisions/${decisionId}`, 'PUT', decision)
  }

  /** Stores the corrected words of a Guide; refused when another version has been stored since. */
  correctWords(instructionId: number, wanted: WordsRequest): Promise<AlignmentRecord> {
    return this.write(`/annotations/guide/${instructionId}/words`, 'PUT', wanted)
  }

  /** What the words of a Guide mean, and where it is seen. */
  landmarks(instructionId: number): Promise<LandmarksView> {
    return this.read(`/annotations/guide/${instructionId}/landmarks`)
  }

  /** All versions of a Guide's words, newest first. */
  wordsVersions(instructionId: number): Promise<WordsVersion[]> {
    return this.read(`/annotations/guide/${instructionId}/words/versions`)
  }

  /** Makes an older version the newest again; `newest` is the version that the person saw as the newest. */
  restoreWords(instructionId: number, version: number, newest: number): Promise<AlignmentRecord> {
    return this.write(`/annotations/guide/${instructionId}/words/versions/${version}/restore`, 'POST', { version: newest })
  }

  /** Step by step; of the first campaign that asks about landmarks, if none is named. */
  landmarkProgress(campaignId: string | null): Promise<LandmarksOverview> {
    return this.read(campaignId === null ? '/landmarks' : `/landmarks?campaign=${encodeURIComponent(campaignId)}`)
  }

  /** Path by path; `cursor` is where a page begins. */
  landmarkPaths(campaignId: string, cursor: string | null): Promise<LandmarkPathPage> {
    const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    return this.read(`/landmarks/paths?campaign=${encodeURIComponent(campaignId)}${after}`)
  }

  /** What people took for an item. */
  landmarkTiming(campaignId: string): Promise<TimingRow[]> {
    return this.read(timingAddress(campaignId))
  }

  /** Everybody's questions and problem reports, first those without an answer. */
  questions(): Promise<Question[]> {
    return this.read('/questions')
  }

  answer(questionId: string, answer: AnswerRequest): Promise<Question> {
    return this.write(`/questions/${questionId}/answer`, 'PUT', answer)
  }

  /** The learners who let the team watch now. */
  learners(): Promise<LearnerView[]> {
    return this.read('/live')
  }

  /** Shows what a learner does, until the answer ends; then the caller asks again. */
  watchLearner(liveId: string, signal: AbortSignal, show: (view: LiveView) => void): Promise<void> {
    return this.fetch(`/live/${liveId}/events`, { signal }, (response) => readEvents(response, (view) => show(view as LiveView)))
  }

  /** Writes to a learner. */
  giveHint(liveId: string, words: string): Promise<Hint> {
    return this.write(`/live/${liveId}/hints`, 'POST', { words })
  }
}
