import type { Submission } from '../../api/types'
import type { PathToWalk } from '../../recording/cameraPlace'
import { Microphone, type VoiceSource } from '../../audio/Microphone'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { LiveHelp } from '../../live/LiveHelp'
import { nothingTyped, type TypingCount } from '../../typing/typingCount'
import type { ViewerOptions } from '../../viewer/types'
import { Viewer } from '../../viewer/Viewer'
import type { TaskContext } from '../phases/defineTask'
import { Recording, type RecordingParts } from '../../recording/Recording'
import type { ProblemKind } from '../parts/reportProblem'
import { KeptPath, type WalkFault, walkFault } from './keptPath'

export type GuideEvent = 'start' | 'practise' | 'over' | 'record-done' | 'record-again' | 'submit' | 'back' | 'stored'
type GuidePhase = 'instructions' | 'practice' | 'record' | 'transcribe' | 'submit' | 'done'

/** What a reopened page needs besides the recording that this device stores. */
export interface GuideDraft {
  transcript: string
  typing: TypingCount
  shown?: ShownDraft
}

/** That a recogniser's words were put into the field for a recording, and which of them the person heard or touched. */
export interface ShownDraft {
  attempt: number
  heard: readonly number[]
}

/** How a written transcript becomes a kind's answer. */
export type AnswerOf = (transcript: string) => Pick<Submission, 'transcript' | 'answer'>

/** What a walk with a voice needs of the browser. */
export interface VoiceDevice {
  /** Rejects with a `MicrophoneError`. `sampleRate` in Hz. */
  openMicrophone: (scope: Scope, sampleRate?: number) => Promise<VoiceSource>
  createViewer: (...parts: ConstructorParameters<typeof Viewer>) => Viewer
}
const THIS_BROWSER: VoiceDevice = {
  openMicrophone: (scope, sampleRate) => Microphone.open(scope, sampleRate),
  createViewer: (...parts) => new Viewer(...parts),
}

/** A path that belongs to no task. */
export interface Practice {
  path: readonly string[]
  scanId: string
  /** Shows it at its start. */
  show: (place: HTMLElement) => Viewer
  /** Offers to let the team watch it. */
  help: (scope: Scope) => LiveHelp
}

/** The state of a task in which a person walks and speaks, in all its phases. */
export class GuideSession {
  readonly viewerElement = html('div', { class: 'viewer' })
  /** Null for who sees no pictures of the place. */
  readonly sight: Viewer | null
  readonly language: string
  recording: Recording | null = null
  /** How the transcript was typed. */
  typing: TypingCount
  private former: { recording: Recording; transcript: string; typing: TypingCount; shown: ShownDraft | null } | null = null
  private microphone: VoiceSource | null = null
  private nextAttempt = 0
  private written: string
  private shown: ShownDraft | null
  private asked: { recordingId: string; transcript: string; submission: Submission } | null = null
  private readonly guide: PathToWalk
  /** Null where the person may leave the path. */
  private readonly keptPath: KeptPath | null
  private readonly mayStep: NonNullable<ViewerOptions['navigable']>

  private constructor(
    private readonly context: TaskContext,
    private readonly answerOf: AnswerOf,
    private readonly device: VoiceDevice,
  ) {
    const { scope, client, lease, scan, draft } = context
    const { start } = lease
    const { path, heading = start?.heading ?? 0 } = lease.args as { path?: PathToWalk['path'] | null; heading?: number }
    this.guide = { path: path ?? (start ? [start.viewpoint_id] : []), heading }
    this.keptPath = lease.args.free === false ? new KeptPath(this.guide.path) : null
    this.language = lease.language
    const kept = draft as GuideDraft | null
    this.written = kept?.transcript ?? ''
    this.typing = kept?.typing ?? nothingTyped()
    this.shown = kept?.shown ?? null
    this.mayStep = this.keptPath ? (here) => this.keptPath?.exits(here) ?? [] : true
    const [viewpointId = ''] = this.guide.path
    this.sight = start && device.createViewer(this.viewerElement, scan, {
      viewpointId,
      heading: this.guide.heading,
      loadImage: client.image,
      poster: lease.start_preview,
      navigable: this.mayStep,
      ...(this.keptPath && { whyNotElsewhere: t('path.kept') }),
    })
    scope.add(() => this.sight?.dispose())
    scope.listen(window, 'beforeunload', (event) => {
      if (this.recording?.atRisk) event.preventDefault()
    })
  }

  /** Begins the task, or goes on with the recording that this device keeps of it. */
  static async open(
    context: TaskContext,
    answerOf: AnswerOf = (transcript) => ({ transcript }),
    device = THIS_BROWSER,
  ): Promise<GuideSession> {
    const session = new GuideSession(context, answerOf, device)
    await session.restore()
    context.actions?.recordedBy((moment) => {
      const time = session.recording?.recordedAt(moment) ?? null
      return time === null ? null : { attempt: session.recording?.attempt ?? 0, time }
    })
    return session
  }

  /** Ends with the task. */
  get scope(): Scope {
    return this.context.scope
  }

  /** Of a kind in which everybody sees the place. */
  get viewer(): Viewer {
    if (!this.sight) throw new Error(`The lease ${this.context.lease.lease_id} shows no pictures.`)
    return this.sight
  }

  /** The path to walk; only the start when a person walks freely, and nothing where they see no pictures. */
  get path(): readonly string[] {
    return this.guide.path
  }

  /** Where Followers of this path look at first; radians. */
  get heading(): number {
    return this.guide.heading
  }

  /** What the task asks for, if it is not a Guide's task. */
  get args(): TaskContext['lease']['args'] {
    return this.context.lease.args
  }

  /** Whether the person only speaks, and others write it down. */
  get speaksOnly(): boolean {
    return this.context.lease.args.typed === false
  }

  get transcript(): string {
    return this.written
  }

  set transcript(text: string) {
    this.written = text
    this.context.keepDraft()
  }

  /** The draft that the field showed first; null where the person types. */
  get shownDraft(): ShownDraft | null {
    return this.shown?.attempt === this.recording?.attempt ? this.shown : null
  }

  set shownDraft(shown: ShownDraft | null) {
    this.shown = shown
    this.context.keepDraft()
  }

  get client(): TaskContext['client'] {
    return this.context.client
  }

  get draft(): GuideDraft {
    return { transcript: this.written, typing: this.typing, ...(this.shown && { shown: this.shown }) }
  }

  get drafts(): TaskContext['drafts'] {
    return this.context.drafts
  }

  /** Why nothing can be kept on this device. */
  get storageProblem(): TaskContext['storage']['problem'] {
    return this.context.storage.problem
  }

  /** The phase in which to continue a page that was left in `phase`. */
  reopen(phase: string): GuidePhase {
    if (!this.recording) return 'instructions'
    return phase === 'transcribe' || phase === 'submit' ? phase : 'record'
  }

  /** Keeps the person where they stand, or lets them walk again. */
  stay(stays: boolean): void {
    if (this.sight) this.sight.navigable = stays ? false : this.mayStep
  }

  /** From now on only steps that continue this recording's walk are offered, where the person is kept to the path. */
  continueWalk(recording: Recording): void {
    this.keptPath?.resume(recording.walked)
  }

  /** Why a recording's walk cannot be handed in; null where it can, or where the person may walk as they like. */
  faultOf(recording: Recording): WalkFault | null {
    return this.keptPath ? walkFault(this.guide.path, recording.walked) : null
  }

  /** Pauses the recording, if it runs; returns whether it did. */
  interrupt(): boolean {
    const runs = this.recording?.state === 'recording'
    if (runs) void this.recording?.pause()
    return runs
  }

  /** Tells the data team that something is wrong. */
  report(reportId: string, kind: ProblemKind, comment: string): Promise<unknown> {
    const { client, lease } = this.context
    return client.report(lease.lease_id, reportId, { kind, comment, viewpoint_id: this.sight?.viewpointId ?? null })
  }

  /** The microphone, which is opened if needed; call it from a click. Rejects with a `MicrophoneError`. */
  async openMicrophone(): Promise<VoiceSource> {
    if (this.microphone) return this.microphone
    const microphone = await this.device.openMicrophone(this.scope, this.recording?.sampleRate)
    microphone.on('ended', () => {
      microphone.close()
      this.microphone = null
    })
    return (this.microphone = microphone)
  }

  /** A path for practice. */
  async practice(): Promise<Practice> {
    const { client } = this.context
    const { scan_id: scanId, path, heading, start_preview: poster } = await client.practice()
    const scan = await client.scan(scanId)
    const show = (place: HTMLElement) => {
      const navigable = (here: string) => scan.viewpoints.find(({ viewpoint_id: id }) => id === here)?.neighbors.filter((exit) => path.includes(here) || path.includes(exit)) ?? []
      const viewer = this.device.createViewer(place, scan, { viewpointId: path[0] ?? '', heading, loadImage: client.image, poster, navigable })
      viewer.showPath(path)
      void viewer.ready.then(() => viewer.facePath())
      return viewer
    }
    const help = (scope: Scope) => new LiveHelp(scope, client, 'practice')
    return { path, scanId, show, help }
  }

  /** Sets an existing recording aside and begins a new one at the start. */
  async startOver(): Promise<Recording> {
    const { sampleRate } = await this.openMicrophone()
    this.setAside()
    this.recording = Recording.begin(this.scope, this.parts(this.nextAttempt++, sampleRate))
    return this.recording
  }

  /** Sets the recording and its transcript aside for new ones, which begin with the next recording. */
  recordAgain(): void {
    this.setAside()
    this.typing = nothingTyped()
    this.shown = null
    this.transcript = ''
  }

  /** Whether there is a recording from before this one. */
  get canGoBack(): boolean {
    return this.former !== null
  }

  /** Drops the new recording and returns to the previous one. */
  goBack(): Recording | null {
    if (!this.former) return this.recording
    this.recording?.dispose()
    this.recording = this.former.recording
    this.typing = this.former.typing
    this.shown = this.former.shown
    this.transcript = this.former.transcript
    this.former = null
    return this.recording
  }

  /** The recordings before this one are no longer needed. */
  async settle(): Promise<void> {
    const { lease, storage } = this.context
    this.former?.recording.dispose()
    this.former = null
    if (this.recording && this.recording.attempt > 0) {
      await storage.store.discardRecordings({ leaseId: lease.lease_id, attempt: this.recording.attempt - 1 })
    }
  }

  async submit(recording: Recording): Promise<void> {
    const { client, lease, storage } = this.context
    const recorded = await recording.answer()
    const transcript = this.transcript.trim()
    // A repeated submission must be exactly the same.
    const again = this.asked?.recordingId === recorded.recording_id && this.asked.transcript === transcript
    const written = this.speaksOnly ? {} : { ...this.answerOf(transcript), typing: { ...this.typing } }
    const draft = this.speaksOnly || !this.shownDraft ? {} : { draft: { heard: [...this.shownDraft.heard] } }
    const said = { ...written, ...draft, phases: this.context.phaseTimes() }
    const submission = again && this.asked ? this.asked.submission : { ...recorded, ...said }
    this.asked = { recordingId: recorded.recording_id, transcript, submission }
    await this.context.drafts.settled()
    await client.submit(lease.lease_id, submission)
    await storage.store.discard(lease.lease_id).catch(() => undefined)
  }

  /** Sets the recording aside in place of an earlier one. An empty recording is dropped instead, and the earlier one stays. */
  private setAside(): void {
    const { recording, transcript, typing, shown } = this
    if (recording && recording.recorded > 0) {
      this.former?.recording.dispose()
      this.former = { recording, transcript, typing, shown }
    } else recording?.dispose()
    this.recording = null
  }

  private async restore(): Promise<void> {
    const { lease, storage, scope } = this.context
    const kept = (await storage.store.recordings(lease.lease_id)).at(-1)
    const attempts = [...lease.recordings.map(({ attempt }) => attempt), kept?.attempt ?? -1]
    this.nextAttempt = Math.max(...attempts) + 1
    if (kept?.sampleRate) this.recording = await Recording.restore(scope, this.parts(kept.attempt, kept.sampleRate))
  }

  private parts(attempt: number, sampleRate: number): RecordingParts {
    const { client, lease, storage } = this.context
    const record = { leaseId: lease.lease_id, attempt, sampleRate }
    return { client, store: storage.store, record, guide: this.guide, viewer: this.sight }
  }
}
