import { Conversation, type TypedText } from '../../dialogue/Conversation'
import { PairingLine } from '../../dialogue/PairingLine'
import { type ClockExchange, SharedClock } from '../../dialogue/SharedClock'
import type { TaskContext } from '../phases/defineTask'
import { type GuideDraft, type GuideEvent, GuideSession } from '../voiceWalk/GuideSession'

export type DialogueEvent = GuideEvent | 'come' | 'missed'
type DialoguePhase = 'instructions' | 'waiting' | 'talk' | 'transcribe' | 'submit'

/** Who knows where to go, and who walks there. */
export type Role = 'oracle' | 'navigator'

/** What a lease asks for; all but the first is kept from the navigator. */
export interface DialogueArgs {
  /** What the oracle sees of the navigator. */
  partner_view: 'none' | 'position' | 'camera'
  path: readonly string[] | null
  /** Whether the partner hears all the time, or only while a button is held. */
  speaking: 'open' | 'push'
  /** In English. */
  description: string | null
  goal: string | null
}

interface DialogueDraft extends GuideDraft {
  texts: readonly TypedText[]
  exchanges: readonly ClockExchange[]
}

/** One person's part of a dialogue: their recorded walk, the line to their partner, and the texts of both. */
export class DialogueSession {
  readonly role: Role

  private constructor(
    private readonly context: TaskContext,
    readonly walk: GuideSession,
    readonly line: PairingLine,
    readonly conversation: Conversation,
    private readonly clock: SharedClock,
    role: string,
  ) {
    this.role = role === 'oracle' ? 'oracle' : 'navigator'
    context.scope.add(conversation.on('text', () => context.keepDraft({ now: true }))) // Nobody says it again.
  }

  static async open(context: TaskContext): Promise<DialogueSession> {
    const { scope, client, lease } = context
    const { pairing } = lease
    if (!pairing) throw new Error(`The lease ${lease.lease_id} has no partner.`)
    const kept = context.draft as DialogueDraft | null
    const [texts, exchanges] = [[...(kept?.texts ?? [])], [...(kept?.exchanges ?? [])]]
    const own = () => texts.filter(({ role }) => role === pairing.role).map(({ time, words }) => ({ time, words })) // The partner's go with theirs.
    const answer = (transcript: string): object => ({ transcript, messages: own(), exchanges: [...exchanges] })
    const walk = await GuideSession.open(context, (transcript) => ({ answer: { ...answer(transcript) } }))
    const line = new PairingLine(scope, { pairingId: pairing.pairing_id, leaseId: lease.lease_id, token: client.token ?? '' })
    const conversation = new Conversation(scope, line, texts, (moment) => walk.recording?.recordedAt(moment) ?? null)
    const recording = { get since() { return walk.recording?.since ?? null }, timeAt: (moment: number) => walk.recording?.recordedAt(moment) ?? null }
    const clock = new SharedClock(scope, line, exchanges, recording)
    return new DialogueSession(context, walk, line, conversation, clock, pairing.role)
  }

  get args(): DialogueArgs {
    return this.context.lease.args as unknown as DialogueArgs
  }

  /** Whether this person is the one to end the dialogue. */
  get ends(): boolean {
    return this.line.now?.ends ?? this.role === 'navigator'
  }

  /** Whether this person typed anything, so that nothing has to be written down. */
  get typed(): boolean {
    return this.conversation.texts.some(({ role }) => role === this.role)
  }

  get draft(): DialogueDraft {
    return { ...this.walk.draft, texts: this.conversation.texts, exchanges: this.clock.exchanges }
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
