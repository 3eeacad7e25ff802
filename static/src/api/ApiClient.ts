import { json, queryOf } from './HttpClient'
import type {
  ActionsView,
  AuditLog,
  Agreement,
  AskedForm,
  AppealRequest,
  AnnotationPage,
  AnnotationView,
  BatchNotice,
  ChunkReceipt,
  ConsentView,
  Equipment,
  Draft,
  DraftFigures,
  DraftTranscript,
  EntryRequest,
  FormAnswers,
  FormReceipt,
  FormSummary,
  GroupsView,
  KindView,
  LeaseView,
  Me,
  MonitorView,
  NothingToDo,
  OwnWork,
  PayRow,
  PoseTraceView,
  PracticeWalk,
  ProblemReport,
  ReviewersView,
  ProblemReportRequest,
  RecordingView,
  ScanView,
  SessionPreview,
  SessionPreviewRequest,
  SessionRequest,
  SessionView,
  SignInView,
  SnapRequest,
  SnapView,
  StoreHealth,
  SpeechView,
  StandingNotice,
  StreamSummary,
  StudyView,
  Submission,
  SubmitReceipt,
  SummaryPage,
  TallyView,
  TaskCount,
  TrainingAnswer,
  TrainingResult,
  TrainingView,
  VisitView,
  VoteCount,
  VotedItem,
  Waiting,
} from './types'
import { WordsClient } from './WordsClient'

/** A kind of task: any kind that is installed. */
export type Kind = string
export type Stream = ChunkReceipt['stream']

/** An answer of the server with the store's version. While `version` stays the same, nothing in it has changed. */
export interface Versioned<Value> {
  readonly value: Value
  readonly version: string | null
}

/** What the server offers. Every call rejects with an `ApiProblem`, or with an `AbortError` when aborted. */
export class ApiClient extends WordsClient {
  /** How people sign in on this server. */
  signIn(): Promise<SignInView> {
    return this.read('/sign-in')
  }

  openSession(wanted: SessionRequest): Promise<SessionView> {
    return this.write('/sessions', 'POST', wanted)
  }

  /** Whose session a link would open; it stays unopened. */
  previewSession(wanted: SessionPreviewRequest): Promise<SessionPreview> {
    return this.write('/sessions/preview', 'POST', wanted)
  }

  async signOut(): Promise<void> {
    await this.fetch('/sessions/current', { method: 'DELETE' }, () => undefined)
  }

  /** What a platform's study offers. Anybody who has the key of its address may ask. */
  study(studyId: string, key: string): Promise<StudyView> {
    return this.read(`/studies/${encodeURIComponent(studyId)}?key=${encodeURIComponent(key)}`)
  }

  enterStudy(studyId: string, key: string, wanted: EntryRequest): Promise<VisitView> {
    return this.write(`/studies/${encodeURIComponent(studyId)}/visits?key=${encodeURIComponent(key)}`, 'POST', wanted)
  }

  /** How much of a platform's study this person has done; null when they did not come from a platform. */
  visit(): Promise<VisitView | null> {
    return this.fetch('/me/visit', {}, (response) => (response.status === 204 ? null : (response.json() as Promise<VisitView>)))
  }

  /** The completion code, once everything is done. */
  completeVisit(): Promise<VisitView> {
    return this.write('/me/visit/completion', 'POST', {})
  }

  /** What the pages need to know of each installed kind of task. */
  kinds(): Promise<KindView[]> {
    return this.read('/kinds')
  }

  me(): Promise<Me> {
    return this.read('/me')
  }

  /** What the next task of a kind needs of this person's device. */
  equipment(kind: Kind): Promise<Equipment> {
    return this.read(`/equipment?${new URLSearchParams({ kind })}`)
  }

  /** How this person's own work goes. */
  ownWork(): Promise<OwnWork> {
    return this.read('/me/work')
  }

  /** How this person speaks each of their languages. */
  speech(): Promise<SpeechView[]> {
    return this.read('/me/speech')
  }

  /** Stores it, with the person's agreement that it is published; empty texts remove it. */
  saySpeech({ language, dialect, region }: SpeechView): Promise<SpeechView> {
    return this.write(`/me/speech/${encodeURIComponent(language)}`, 'PUT', { dialect, region, agreed: true })
  }

  /** The text that this person is asked to agree to; null when there is none. */
  consent(language: string): Promise<ConsentView | null> {
    const read = (response: Response) => (response.status === 204 ? null : (response.json() as Promise<ConsentView>))
    return this.fetch(`/me/consent?language=${encodeURIComponent(language)}`, {}, read)
  }

  agree(agreement: Agreement): Promise<ConsentView> {
    return this.write('/me/consent', 'PUT', agreement)
  }

  /** Whether this person gets tasks, for each campaign and kind. */
  standings(): Promise<StandingNotice[]> {
    return this.read('/me/standings')
  }

  /** Asks a manager to offer this person tasks again. */
  appeal(wanted: AppealRequest): Promise<StandingNotice> {
    return this.write('/me/appeal', 'PUT', wanted)
  }

  /** The batches of this person's tasks that were refused whole. */
  batches(): Promise<BatchNotice[]> {
    return this.read('/me/batches')
  }

  /** Asks staff to look at a refused batch again. */
  appealBatch(batchId: string, words: string): Promise<BatchNotice> {
    return this.write(`/me/batches/${encodeURIComponent(batchId)}/appeal`, 'PUT', { words })
  }

  /** An instruction with a known path, to train a person for this kind of task. */
  training(kind: string): Promise<TrainingView> {
    return this.read(`/me/training/${kind}`)
  }

  /** Submits a training walk; returns how near it came to the goal and to the path. */
  finishTraining(kind: string, answer: TrainingAnswer): Promise<TrainingResult> {
    return this.write(`/me/training/${kind}`, 'POST', answer)
  }

  /** The forms that this person is asked to fill in, and those that they answer before they begin in a campaign. */
  forms(beginning: string | null): Promise<AskedForm[]> {
    const query = { language: document.documentElement.lang, ...(beginning !== null && { beginning }) }
    return this.read(`/me/forms?${queryOf(query)}`)
  }

  answerForm({ campaign_id: campaign, occasion, form }: AskedForm, answers: FormAnswers['answers']): Promise<FormReceipt> {
    const sent: FormAnswers = { occasion, version: form.version, language: form.language, answers }
    return this.write(`/me/forms/${encodeURIComponent(campaign)}/${encodeURIComponent(form.name)}`, 'PUT', sent)
  }

  /** What people edit in drafts, what they confirm, and which planted errors they leave in. */
  draftFigures(): Promise<DraftFigures[]> {
    return this.read('/monitor/drafts')
  }

  /** How people answered each question of the questionnaires. */
  formSummaries(): Promise<FormSummary[]> {
    return this.read('/forms')
  }

  /** Withdraws this person: the server removes everything that they recorded or wrote. */
  async withdraw(): Promise<void> {
    await this.fetch('/me', { method: 'DELETE' }, () => undefined)
  }

  /** A scan with links to its pictures, which end with the task of the lease. */
  scan(scanId: string, leaseId?: string): Promise<ScanView> {
    return this.read(`/scans/${encodeURIComponent(scanId)}${leaseId === undefined ? '' : `?lease=${leaseId}`}`)
  }

  /** Leases a task or returns the lease that this person already has; otherwise says why there is no task. */
  lease(kind: string): Promise<LeaseView | NothingToDo> {
    const read = async (response: Response) => (response.status === 204 ? nothingToDo(response) : ((await response.json()) as LeaseView))
    return this.fetch('/leases', json('POST', { kind }), read)
  }

  readLease(leaseId: string): Promise<LeaseView> {
    return this.read(`/leases/${leaseId}`)
  }

  /** Extends a lease; with a `phase`, also says that the person was active in it just now. */
  renew(leaseId: string, phase?: string): Promise<unknown> {
    const body = phase === undefined ? { method: 'POST' } : json('POST', { phase })
    return this.fetch(`/leases/${leaseId}/renew`, body, (response) => response.json())
  }

  /** Gives the task back, for somebody else to do; a repeated call changes nothing. */
  async giveBack(leaseId: string): Promise<void> {
    await this.fetch(`/leases/${leaseId}`, { method: 'DELETE' }, () => undefined)
  }

  /** Whether asking for a task of this kind would lead somewhere. */
  waiting(kind: Kind): Promise<Waiting> {
    return this.read(`/me/waiting/${encodeURIComponent(kind)}`)
  }

  /** How many tasks this person has handed in, in all and since then; how many wait; what the task of the lease pays. */
  tally(kind: Kind, since: Date, leaseId: string): Promise<TallyView> {
    return this.read(`/me/tally/${encodeURIComponent(kind)}?${queryOf({ since: since.toISOString(), lease: leaseId })}`)
  }

  /** A better region than this one by what is seen in it; rejects if no thing stands out. */
  snap(leaseId: string, region: SnapRequest, signal?: AbortSignal): Promise<SnapView> {
    return this.write(`/leases/${leaseId}/snap`, 'POST', region, signal)
  }

  saveDraft(leaseId: string, draft: Draft): Promise<Draft> {
    return this.write(`/leases/${leaseId}/draft`, 'PUT', draft)
  }

  /** Begins a recording, or finds the one that has begun; `attempt` counts the recordings of the lease from 0. */
  startRecording(leaseId: string, attempt: number, sampleRate: number | null, signal?: AbortSignal): Promise<RecordingView> {
    return this.write(`/leases/${leaseId}/recordings`, 'POST', { attempt, sample_rate: sampleRate }, signal)
  }

  /** Begins the log of a task's actions, or finds the one that has begun; these recordings have attempts of their own. */
  startActions(leaseId: string, attempt: number, signal: AbortSignal): Promise<RecordingView> {
    return this.write(`/leases/${leaseId}/recordings`, 'POST', { attempt, sample_rate: null, holds: 'actions' }, signal)
  }

  putChunk(
    recordingId: string,
    stream: Stream,
    index: number,
    body: Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<ChunkReceipt> {
    const path = `/recordings/${recordingId}/${stream}/${index}`
    return this.fetch(path, { method: 'PUT', body, headers, signal }, (response) => response.json() as Promise<ChunkReceipt>)
  }

  /** The chunks of a stream that the server has stored. */
  receipts(recordingId: string, stream: Stream, signal: AbortSignal): Promise<ChunkReceipt[]> {
    return this.read(`/recordings/${recordingId}/${stream}`, signal)
  }

  /** The draft of a transcript; asked again, it says how far it is. */
  draftTranscript(recordingId: string, voice: StreamSummary): Promise<DraftTranscript> {
    return this.write(`/draft-transcripts/${recordingId}`, 'PUT', { voice })
  }

  submit(leaseId: string, submission: Submission): Promise<SubmitReceipt> {
    return this.write(`/leases/${leaseId}/submit`, 'POST', submission)
  }

  /** Reports a problem with a task. The page chooses the id, so that the report can be repeated safely. */
  report(leaseId: string, reportId: string, report: ProblemReportRequest): Promise<unknown> {
    return this.write(`/leases/${leaseId}/reports/${reportId}`, 'PUT', report)
  }

  /** A path for practice. */
  practice(): Promise<PracticeWalk> {
    return this.read('/practice')
  }

  /** A page of the annotations that match the filters in `query`. */
  annotations(query: URLSearchParams): Promise<AnnotationPage> {
    return this.read(`/annotations?${query.toString()}`)
  }

  /** A page of the annotations of one kind. */
  taskAnnotations(kind: Kind, limit: number, cursor: string | null): Promise<SummaryPage> {
    return this.read(`/annotations/${kind}?${queryOf({ limit, ...(cursor !== null && { cursor }) })}`)
  }

  annotation(kind: Kind, annotationId: number): Promise<AnnotationView> {
    return this.read(`/annotations/${kind}/${annotationId}`)
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

  /** How much, how fast and how alike reviewers decide. */
  reviewers(): Promise<ReviewersView> {
    return this.read('/reviewers')
  }

  /** When the store was last verified, and what came of it. */
  storeHealth(): Promise<StoreHealth> {
    return this.read('/monitor/store')
  }

  reports(): Promise<ProblemReport[]> {
    return this.read('/monitor/reports')
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

  /** A table of the dashboard as a file for spreadsheets. */
  csv(path: string): Promise<Blob> {
    return this.fetch(path, { headers: { Accept: 'text/csv' } }, (response) => response.blob())
  }

  /** The page that compares systems, of a campaign or the only one that does. */
  evaluation(campaign?: string): Promise<Blob> {
    return this.fetch(`/monitor/evaluation?${queryOf(campaign === undefined ? {} : { campaign })}`, {}, (response) => response.blob())
  }

  /** A page of the audit log, the newest first. */
  audit(query: object): Promise<AuditLog> {
    return this.read(`/audit?${queryOf(query)}`)
  }

  /** What somebody did on the page of a task. */
  actions(url: string): Promise<ActionsView> {
    return this.read(url)
  }

  poseTrace(url: string): Promise<PoseTraceView> {
    return this.read(url)
  }
}

const nothingToDo = ({ headers }: Response): NothingToDo => ({
  reason: headers.get('PanGEA-Reason') ?? 'nothing',
  kind: headers.get('PanGEA-Kind'),
  campaign: headers.get('PanGEA-Campaign'),
})
