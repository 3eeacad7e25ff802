import type { GuideArgs, Submission } from '../../api/types'
import { Microphone } from '../../audio/Microphone'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { nothingTyped, type TypingCount } from '../../typing/typingCount'
import { Viewer } from '../../viewer/Viewer'
import type { TaskContext } from '../phases/defineTask'
import { Take, type TakeParts } from '../../recording/Take'

export type GuideEvent = 'start' | 'practise' | 'over' | 'record-done' | 'record-again' | 'submit' | 'back' | 'stored'
export type GuidePhase = 'instructions' | 'practice' | 'record' | 'transcribe' | 'submit' | 'done'

/** What a page that is opened again needs, beside the take that this device keeps. */
export interface GuideDraft {
  transcript: string
  /** Missing in drafts of before. */
  typing?: TypingCount
}

/** How a written transcript becomes a kind's answer. */
export type AnswerOf = (transcript: string) => Pick<Submission, 'transcript' | 'answer'>

/** A path that is nobody's task. */
export interface Practice {
  path: readonly string[]
  /** Shows it at its start. */
  show: (place: HTMLElement) => Viewer
}

/** What a Guide, or another person who walks and speaks, has at hand and has made so far, in whatever phase. */
export class GuideSession {
  readonly viewerElement = html('div', { class: 'viewer' })
  readonly viewer: Viewer
  readonly language: string
  take: Take | null = null
  /** How the transcript came about. */
  typing: TypingCount
  private former: { take: Take; transcript: string; typing: TypingCount } | null = null
  private microphone: Microphone | null = null
  private takes = 0
  private written: string
  private asked: { recordingId: string; transcript: string; submission: Submission } | null = null
  private submitted = false
  private readonly guide: GuideArgs

  private constructor(
    private readonly context: TaskContext,
    private readonly answerOf: AnswerOf,
  ) {
    const { scope, client, lease, scan, draft } = context
    this.guide = lease.guide ?? { path: [lease.start.viewpoint_id], heading: lease.start.heading }
    this.language = lease.language
    const kept = draft as GuideDraft | null
    this.written = kept?.transcript ?? ''
    this.typing = kept?.typing ?? nothingTyped()
    const [viewpointId = ''] = this.guide.path
    this.viewer = new Viewer(this.viewerElement, scan, {
      viewpointId,
      heading: this.guide.heading,
      loadImage: client.image,
      poster: lease.start_preview,
    })
    scope.add(() => this.viewer.dispose())
    scope.listen(window, 'beforeunload', (event) => {
      if (this.take?.atRisk && !this.submitted) event.preventDefault()
    })
  }

  /** Begins the task, or goes on with the take that this device keeps of it. */
  static async open(context: TaskContext, answerOf: AnswerOf = (transcript) => ({ transcript })): Promise<GuideSession> {
    const session = new GuideSession(context, answerOf)
    await session.takeUp()
    return session
  }

  /** Ends with the task. */
  get scope(): Scope {
    return this.context.scope
  }

  /** The path to walk; of who walks freely, the start alone. */
  get path(): readonly string[] {
    return this.guide.path
  }

  /** What the task is about, where it is none of a Guide. */
  get args(): TaskContext['lease']['args'] {
    return this.context.lease.args
  }

  get transcript(): string {
    return this.written
  }

  set transcript(text: string) {
    this.written = text
    this.context.keepDraft()
  }

  get draft(): GuideDraft {
    return { transcript: this.written, typing: this.typing }
  }

  get drafts(): TaskContext['drafts'] {
    return this.context.drafts
  }

  /** Why nothing can be kept on this device. */
  get storageProblem(): TaskContext['storage']['problem'] {
    return this.context.storage.problem
  }

  /** Where to go on in a page that was left in `phase`. */
  reopen(phase: string): GuidePhase {
    if (!this.take) return 'instructions'
    return phase === 'transcribe' || phase === 'submit' ? phase : 'record'
  }

  /** The microphone, asked for if it is not there; call it from a click. Rejects with a `MicrophoneError`. */
  async openMicrophone(): Promise<Microphone> {
    if (this.microphone) return this.microphone
    const microphone = await Microphone.open(this.scope, this.take?.sampleRate)
    microphone.on('ended', () => {
      microphone.close()
      this.microphone = null
    })
    return (this.microphone = microphone)
  }

  /** A walk to practise on. */
  async practice(): Promise<Practice> {
    const { client } = this.context
    const { scan_id: scanId, path, heading, start_preview: poster } = await client.practice()
    const scan = await client.scan(scanId)
    const show = (place: HTMLElement) => {
      const viewer = new Viewer(place, scan, { viewpointId: path[0] ?? '', heading, loadImage: client.image, poster })
      viewer.showPath(path)
      return viewer
    }
    return { path, show }
  }

  /** Sets the take aside, if there is one, for a new one from the start. */
  async startOver(): Promise<Take> {
    const { sampleRate } = await this.openMicrophone()
    this.setAside()
    this.take = Take.begin(this.scope, this.parts(this.takes++, sampleRate))
    return this.take
  }

  /** Sets the take and its transcript aside for new ones, which begin with the next recording. */
  recordAgain(): void {
    this.setAside()
    this.typing = nothingTyped()
    this.transcript = ''
  }

  /** Whether there is a take from before this one. */
  get canGoBack(): boolean {
    return this.former !== null
  }

  /** Leaves the new take for the one before it. */
  goBack(): Take | null {
    if (!this.former) return this.take
    this.take?.dispose()
    this.take = this.former.take
    this.typing = this.former.typing
    this.transcript = this.former.transcript
    this.former = null
    return this.take
  }

  /** What was recorded before this take is not needed any more. */
  async settle(): Promise<void> {
    const { lease, storage } = this.context
    this.former?.take.dispose()
    this.former = null
    if (this.take && this.take.number > 0) {
      await storage.store.discardTakes({ leaseId: lease.lease_id, take: this.take.number - 1 })
    }
  }

  async submit(take: Take): Promise<void> {
    const { client, lease, storage } = this.context
    const recorded = await take.answer()
    const transcript = this.transcript.trim()
    // Asked again, the server must be told exactly the same.
    const again = this.asked?.recordingId === recorded.recording_id && this.asked.transcript === transcript
    const said = { ...this.answerOf(transcript), typing: { ...this.typing }, phases: this.context.phaseTimes() }
    const submission = again && this.asked ? this.asked.submission : { ...recorded, ...said }
    this.asked = { recordingId: recorded.recording_id, transcript, submission }
    await this.context.drafts.settled()
    await client.submit(lease.lease_id, submission)
    this.submitted = true
    await storage.store.discard(lease.lease_id).catch(() => undefined)
  }

  /** A take without a word in it is not worth keeping; what was set aside before it stays. */
  private setAside(): void {
    const { take, transcript, typing } = this
    if (take && take.recorded > 0) {
      this.former?.take.dispose()
      this.former = { take, transcript, typing }
    } else take?.dispose()
    this.take = null
  }

  private async takeUp(): Promise<void> {
    const { lease, storage, scope } = this.context
    const kept = (await storage.store.takes(lease.lease_id)).at(-1)
    const numbers = [...lease.recordings.map(({ take }) => take), kept?.take ?? -1]
    this.takes = Math.max(...numbers) + 1
    if (kept?.sampleRate) this.take = await Take.restore(scope, this.parts(kept.take, kept.sampleRate))
  }

  private parts(take: number, sampleRate: number): TakeParts {
    const { client, lease, storage } = this.context
    const record = { leaseId: lease.lease_id, take, sampleRate }
    return { client, store: storage.store, record, guide: this.guide, viewer: this.viewer }
  }
}
