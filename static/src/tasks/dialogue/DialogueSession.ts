import type { PairingView } from '../../api/types'
import { Conversation, type TypedText } from '../../dialogue/Conversation'
import type { PairingLine } from '../../dialogue/PairingLine'
import { type ClockExchange, SharedClock } from '../../dialogue/SharedClock'
import type { TaskContext } from '../phases/defineTask'
import { openLine, seatOf } from './openLine'
import { type GuideDraft, type GuideEvent, GuideSession } from '../voiceWalk/GuideSession'

export type DialogueEvent = GuideEvent | 'come' | 'missed'
type DialoguePhase = 'instructions' | 'waiting' | 'talk' | 'transcribe' | 'submit'

/** What a lease asks for; all but the first two is kept from who is led. */
export interface DialogueArgs {
  /** What is seen of who is watched. */
  partner_view: 'none' | 'position' | 'camera'
  /** Whether the partner hears all the time, or only while a button is held. */
  speaking: 'open' | 'push'
  path: readonly string[] | null
  /** In English. */
  description: string | null
  goal: string | null
}

interface DialogueDraft extends GuideDraft {
  texts: readonly TypedText[]
  exchanges: readonly ClockExchange[]
  answer: object
}

/** One person's part of a dialogue: their recorded walk, the line to their partner, and the texts of both. */
export class DialogueSession {
  private constructor(
    private readonly context: TaskContext,
    readonly walk: GuideSession,
    readonly line: PairingLine,
    readonly conversation: Conversation,
    private readonly clock: SharedClock,
    /** As what this person takes part, and what follows from it. */
    readonly seat: PairingView,
    private own: { answer: object },
  ) {
    context.scope.add(conversation.on('text', () => context.keepDraft({ now: true }))) // Nobody says it again.
  }

  /** Begins a dialogue, or goes on with one; `blank` is the answer where a kind asks for more than words. */
  static async open(context: TaskContext, blank: object = {}): Promise<DialogueSession> {
    const { scope, lease } = context
    const [line, seat] = [openLine(context), seatOf(lease)]
    const kept = context.draft as DialogueDraft | null
    const [texts, exchanges] = [[...(kept?.texts ?? [])], [...(kept?.exchanges ?? [])]]
    const own = { answer: kept?.answer ?? blank }
    const messages = () => texts.filter(({ role }) => role === seat.role).map(({ time, words }) => ({ time, words })) // The partner's go with theirs.
    const answer = (transcript: string): object => ({ ...own.answer, transcript, messages: messages(), exchanges: [...exchanges] })
    const walk = await GuideSession.open(context, (transcript) => ({ answer: { ...answer(transcript) } }))
    const conversation = new Conversation(scope, line, texts, (moment) => walk.recording?.recordedAt(moment) ?? null)
    const recording = { get since() { return walk.recording?.since ?? null }, timeAt: (moment: number) => walk.recording?.recordedAt(moment) ?? null }
    const clock = new SharedClock(scope, line, exchanges, recording)
    return new DialogueSession(context, walk, line, conversation, clock, seat, own)
  }

  get role(): string {
    return this.seat.role
  }

  get args(): DialogueArgs {
    return this.context.lease.args as unknown as DialogueArgs
  }

  /** Whether this person is the one to end the dialogue. */
  get ends(): boolean {
    return this.seat.ends
  }

  /** What a kind asks for besides words; it is kept whenever it is set. */
  get answer(): object {
    return this.own.answer
  }

  set answer(answer: object) {
    this.own.answer = answer
    this.context.keepDraft()
  }

  /** Whether this person typed anything, so that nothing has to be written down. */
  get typed(): boolean {
    return this.conversation.texts.some(({ role }) => role === this.role)
  }

  get draft(): DialogueDraft {
    return { ...this.walk.draft, texts: this.conversation.texts, exchanges: this.clock.exchanges, answer: this.answer }
  }

  /** The phase in which to continue a page that was left in `phase`. */
  reopen(phase: string): DialoguePhase {
    if (!this.walk.recording) return 'instructions'
    if (phase === 'transcribe' || phase === 'submit') {
      this.line.end() // The page may have been left before the server heard of it.
      return phase
    }
    return 'talk'
  }

  /** Gives the task back, and forgets what this device keeps of it. */
  async giveBack(): Promise<void> {
    const { client, lease, storage } = this.context
    await client.giveBack(lease.lease_id)
    await storage.store.discard(lease.lease_id).catch(() => undefined)
  }
}
