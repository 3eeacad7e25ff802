import type { ProblemReportRequest, Submission } from '../../api/types'
import { nothingTyped, type TypingCount } from '../../typing/typingCount'
import type { TaskContext } from '../phases/defineTask'

export type TranscribeEvent = 'start' | 'send' | 'back' | 'stored'

interface TranscribeArgs {
  voice_url: string
  voice_duration: number
}

/** What a reopened page needs. */
interface TranscribeDraft {
  transcript: string
  typing: TypingCount
}

/** The state of a transcription, in all its phases. */
export class TranscribeSession {
  readonly language: string
  readonly typing: TypingCount
  private readonly args: TranscribeArgs
  private written: string
  private loaded: Promise<Blob> | null = null
  private asked: Submission | null = null

  constructor(private readonly context: TaskContext) {
    const { lease, draft } = context
    const kept = draft as TranscribeDraft | null
    this.args = lease.args as unknown as TranscribeArgs
    this.language = lease.language
    this.written = kept?.transcript ?? ''
    this.typing = kept?.typing ?? nothingTyped()
  }

  /** Seconds. */
  get duration(): number {
    return this.args.voice_duration
  }

  get transcript(): string {
    return this.written
  }

  /** Is kept at the next pause, on this device and on the server. */
  set transcript(text: string) {
    this.written = text
    this.context.keepDraft()
  }

  get draft(): TranscribeDraft {
    return { transcript: this.written, typing: this.typing }
  }

  /** The voice; loads it again if that failed. */
  loadVoice(): Promise<Blob> {
    const { client, scope } = this.context
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
