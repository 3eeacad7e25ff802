import { HttpClient, json, queryOf } from './HttpClient'
import type {
  ActionsView,
  Agreement,
  AppealRequest,
  AskedForm,
  BatchNotice,
  ChunkReceipt,
  ConsentView,
  CorrectionRequest,
  CorrectionView,
  Draft,
  DraftTranscript,
  EntryRequest,
  Equipment,
  FormAnswers,
  FormReceipt,
  KindView,
  LeaseView,
  LiveReply,
  LiveRequest,
  Me,
  MomentUpdate,
  NextView,
  NothingToDo,
  OwnQuestion,
  OwnWork,
  PoseTraceView,
  PracticeWalk,
  ProblemReportRequest,
  RecordingView,
  ReviewNotice,
  ScanView,
  SessionPreview,
  SessionPreviewRequest,
  SessionRequest,
  SessionView,
  SignInView,
  SnapRequest,
  SnapView,
  SpeechView,
  StandingNotice,
  StreamSummary,
  StudyView,
  Submission,
  SubmitReceipt,
  TallyView,
  TrainingAnswer,
  TrainingResult,
  TrainingView,
  VisitView,
  Waiting,
} from './types'

/** A kind of task: any kind that is installed. */
export type Kind = string
export type Stream = ChunkReceipt['stream']

/** What the server offers to the people who do tasks. Every call rejects with an `ApiProblem`, or with an `AbortError` when aborted. */
export class ApiClient extends HttpClient {
  /** How people sign in on this server. */
  signIn(): Promise<SignInView> {
    return this.read('/sign-in')
  }

  openSession(wanted: SessionRequest): Promise<SessionView> {
    return this.writeByLink('/sessions', wanted, wanted.invite ?? null)
  }

  /** Whose session a link would open; it stays unopened. */
  previewSession(wanted: SessionPreviewRequest): Promise<SessionPreview> {
    return this.writeByLink('/sessions/preview', wanted, wanted.invite)
  }

  /** Names the link in a header as well: there it is known before the body is read, whatever others at this address do. */
  private writeByLink<Answer>(path: string, wanted: object, invite: string | null): Promise<Answer> {
    const init = json('POST', wanted)
    const headers = new Headers(init.headers)
    if (invite !== null) headers.set('Authorization', `Link ${invite}`)
    return this.fetch(path, { ...init, headers }, (response) => response.json() as Promise<Answer>, null)
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

  /** The answers that this person is asked to correct, and the rejections that they have not seen yet. */
  notices(): Promise<ReviewNotice[]> {
    return this.read('/me/reviews')
  }

  async seeNotice(taskId: string, version: number): Promise<void> {
    await this.fetch(`/me/reviews/${taskId}/seen`, json('PUT', { version }), () => undefined)
  }

  correction(taskId: string): Promise<CorrectionView> {
    return this.read(`/me/reviews/${taskId}`)
  }

  async correct(taskId: string, decisionId: string, correction: CorrectionRequest): Promise<void> {
    await this.fetch(`/me/reviews/${taskId}/corrections/${decisionId}`, json('PUT', correction), () => undefined)
  }

  /** An instruction with a known path, to train a person for this kind of task. */
  training(kind: string): Promise<TrainingView> {
    return this.read(`/me/training/${kind}`)
  }

  /** Submits a training walk; returns how near it came to the goal and to the path. */
  finishTraining(kind: string, answer: TrainingAnswer): Promise<TrainingResult> {
    return this.write(`/me/training/${kind}`, 'POST', answer)
  }

  /** This person's questions and problem reports, with the answers, newest first. */
  ownQuestions(): Promise<OwnQuestion[]> {
    return this.read('/me/questions')
  }

  /** Asks the data team. The page chooses the id, so that the question can be repeated safely. */
  ask(questionId: string, words: string): Promise<OwnQuestion> {
    return this.write(`/me/questions/${questionId}`, 'PUT', { words })
  }

  /** Asks back after the first answer, once. */
  askBack(questionId: string, words: string): Promise<OwnQuestion> {
    return this.write(`/me/questions/${questionId}/follow-up`, 'PUT', { words })
  }

  /** Tells the server that the person has read the answer. */
  readAnswer(questionId: string): Promise<OwnQuestion> {
    return this.write(`/me/questions/${questionId}/read`, 'POST', {})
  }

  /** Lets the team watch this person's walk, which does not count. */
  beginLive(wanted: LiveRequest): Promise<LiveReply> {
    return this.write('/me/live', 'POST', wanted)
  }

  /** Tells what the learner does now; the answer has the hints that the page does not show yet. */
  tellLive(liveId: string, update: MomentUpdate): Promise<LiveReply> {
    return this.write(`/me/live/${liveId}`, 'PUT', update)
  }

  /** Lets nobody watch any more. */
  async endLive(): Promise<void> {
    await this.fetch('/me/live', { method: 'DELETE', keepalive: true }, () => undefined)
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
  renew(leaseId: string, phase: string | undefined, signal: AbortSignal): Promise<unknown> {
    const init = phase === undefined ? { method: 'POST' } : json('POST', { phase })
    return this.fetch(`/leases/${leaseId}/renew`, { ...init, signal }, (response) => response.json())
  }

  /** Gives the task back, for somebody else to do; a repeated call changes nothing. */
  async giveBack(leaseId: string): Promise<void> {
    await this.fetch(`/leases/${leaseId}`, { method: 'DELETE' }, () => undefined)
  }

  /** The kind of the task that is next for this person. */
  next(): Promise<NextView> {
    return this.read('/me/next')
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

  /** Asks again for as long as the server answers that it still reads the walk (202). */
  async submit(leaseId: string, submission: Submission): Promise<SubmitReceipt> {
    const read = (response: Response) => (response.status === 202 ? null : (response.json() as Promise<SubmitReceipt>))
    const receipt = await this.fetch(`/leases/${leaseId}/submit`, json('POST', submission), read)
    return receipt ?? this.submit(leaseId, submission)
  }

  /** Reports a problem with a task. The page chooses the id, so that the report can be repeated safely. */
  report(leaseId: string, reportId: string, report: ProblemReportRequest): Promise<unknown> {
    return this.write(`/leases/${leaseId}/reports/${reportId}`, 'PUT', report)
  }

  /** A path for practice. */
  practice(): Promise<PracticeWalk> {
    return this.read('/practice')
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
  opens_at: headers.get('PanGEA-Opens-At'),
})
