import type { ProblemReportRequest, Submission } from '../../api/types'
import { nothingTyped, type TypingCount } from '../../typing/typingCount'
import type { TaskContext } from '../phases/defineTask'

/** What a page of a task with a text to write is told. `voice_url` is null where there is no voice. */
export interface WritingArgs {
  voice_url: string | null
  /** Seconds. */
  voice_duration: number | null
}

/** What a reopened page needs. */
interface WritingDraft {
  transcript: string
  typing: TypingCount
}

/** The state of a text that a person writes, in all its phases. */
export class WritingSession<Args extends WritingArgs = WritingArgs> {
  readonly args: Args
  /** The language to write in. */
  readonly language: string
  readonly typing: TypingCount
  private written: string
  private loaded: Promise<Blob> | null = null
  private asked: Submission | null = null

  constructor(private readonly context: TaskContext) {
    const kept = context.draft as WritingDraft | null
    this.args = context.lease.args as unknown as Args
    this.language = context.lease.language
    this.written = kept?.transcript ?? ''
    this.typing = kept?.typing ?? nothingTyped()
  }

  get transcript(): string {
    return this.written
  }

  /** Is kept at the next pause, on this device and on the server. */
  set transcript(text: string) {
    this.written = text
    this.context.keepDraft()
  }

  get draft(): WritingDraft {
    return { transcript: this.written, typing: this.typing }
  }

  /** The voice, null where there is none; loads it again if that failed. */
  loadVoice(): Promise<Blob> | null {
    const { client, scope } = this.context
    if (this.args.voice_url === null) return null
    this.loaded ??= client.blob(this.args.voice_url, scope.signal)
    return this.loaded.catch((error: unknown) => {
      this.loaded = null
      throw error
    })
  }

  /** Tells the data team that something is wrong. */
  report(reportId: string, kind: ProblemReportRequest['kind'], comment: string): Promise<unknown> {
    const { client, lease } = this.context
    return client.report(lease.lease_id, reportId, { kind, comment, viewpoint_id: null })
  }

  async submit(): Promise<void> {
    const { client, lease, drafts, storage } = this.context
    const transcript = this.transcript.trim()
    // A repeated submission must be exactly the same.
    if (this.asked?.answer?.transcript !== transcript) {
      this.asked = { answer: { transcript }, typing: { ...this.typing }, phases: this.context.phaseTimes() }
    }
    await drafts.settled()
    await client.submit(lease.lease_id, this.asked)
    await storage.store.discard(lease.lease_id).catch(() => undefined)
  }
}
