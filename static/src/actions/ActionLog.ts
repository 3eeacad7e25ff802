import type { ApiClient } from '../api/ApiClient'
import type { ActionLine, ActionsSummary, LeaseView } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'
import { Journal } from '../storage/Journal'
import { logName, type RecordingStore } from '../storage/RecordingStore'
import type { Act } from './action'
import { ActionUpload } from './ActionUpload'
import { viewNow, watchActions } from './watchActions'

/** Where a moment is on the clock of the pose trace that is being recorded; null while none is. */
export type RecordedAt = (moment: number) => { attempt: number; time: number } | null

interface ActionLogParts {
  client: ApiClient
  store: RecordingStore
  lease: LeaseView & { actions: NonNullable<LeaseView['actions']> }
  /** Seconds since the task was shown. */
  clock: () => number
}

const WRITE_SECONDS = 1
/** The answer is complete without its actions, so it does not wait longer for them. */
const PATIENCE_SECONDS = 20
/** As many lines and characters as a server takes, with room to spare. */
const MOST_LINES = 60_000
const MOST_CHARACTERS = 6_000_000

/**
 * What a person does on the page of one task: kept on this device, encrypted, and sent while they work, as a walk is. It
 * never has what they write. It stops at a limit rather than stop the task.
 */
export class ActionLog {
  private readonly scope: Scope
  private readonly encoder = new TextEncoder()
  private readonly journal: Journal
  private readonly upload: ActionUpload
  private recordedAt: RecordedAt = () => null
  private waiting: string[] = []
  private lines = 0
  private characters = 0
  private resting = false

  private constructor(
    parent: Scope,
    private readonly parts: ActionLogParts,
    attempt: number,
  ) {
    const { client, store, lease } = parts
    this.scope = new Scope(parent)
    this.upload = new ActionUpload(this.scope, client, lease.lease_id, attempt)
    this.journal = new Journal(store, { ...logName(lease.lease_id, attempt), sampleRate: null })
    this.journal.on('chunk', ({ pose: lines }) => this.upload.queue.add(lines))
  }

  /** Begins a log, or goes on with the one that this device keeps of the lease. */
  static async open(parent: Scope, parts: ActionLogParts): Promise<ActionLog> {
    const { store, lease } = parts
    const kept = await store.logs(lease.lease_id)
    const newest = kept.at(-1)
    const log = new ActionLog(parent, parts, newest ?? lease.actions.attempt)
    if (newest !== undefined) await log.restore()
    log.begin()
    return log
  }

  /** The clock of the pose trace, from now on. */
  recordedBy(recordedAt: RecordedAt): void {
    this.recordedAt = recordedAt
  }

  /** A phase of the task is shown. */
  turnTo(phase: string): void {
    this.resting = false
    this.write({ what: 'phase', name: phase }, performance.now())
    this.scope.frame(() => this.write(viewNow(), performance.now())) // When it is laid out.
  }

  /** Rests while the answer is sent; null where the server has not all of it, which the answer does not wait for. */
  async finish(): Promise<ActionsSummary | null> {
    this.keep()
    this.resting = true
    await this.journal.flush()
    const late = new Promise<null>((resolve) => this.scope.timeout(PATIENCE_SECONDS, () => resolve(null)))
    return Promise.race([this.upload.finished().catch(() => null), late])
  }

  /** Goes on after an answer that was not accepted. */
  goOn(): void {
    this.resting = false
  }

  /** The answer was accepted: nothing more is told or kept. */
  end(): void {
    this.scope.dispose()
  }

  private begin(): void {
    watchActions(this.scope, (act, moment) => this.write(act, moment))
    this.scope.every(WRITE_SECONDS, () => this.keep())
    this.scope.listen(window, 'pagehide', () => this.keep())
  }

  private async restore(): Promise<void> {
    const { pose } = await this.journal.restore()
    this.characters = pose.length
    this.lines = pose.reduce((count, byte) => count + Number(byte === 10), 0)
    await this.journal.handOn()
  }

  private write(act: Act, moment: number): void {
    if (this.scope.disposed || this.resting || this.lines > MOST_LINES || this.characters > MOST_CHARACTERS) return
    const isLast = this.lines === MOST_LINES || this.characters + LAST_LINE > MOST_CHARACTERS
    const told = JSON.stringify(this.stamped(isLast ? { what: 'end', name: 'limit' } : act, moment))
    this.waiting.push(`${told}\n`)
    this.lines += isLast ? MOST_LINES + 1 : 1
    this.characters += told.length + 1
  }

  /** With its times. */
  private stamped(act: Act, moment: number): ActionLine {
    const [now, recorded] = [performance.now(), this.recordedAt(moment)]
    const time = Math.max(0, this.parts.clock() - Math.max(0, now - moment) / 1000)
    const { attempt, time: at } = recorded ?? {}
    return { time: rounded(time), ...(at !== undefined && { attempt: attempt ?? 0, recorded: rounded(at) }), ...withRounded(act) }
  }

  private keep(): void {
    if (this.waiting.length === 0) return
    const pose = this.encoder.encode(this.waiting.splice(0).join(''))
    this.journal.append({ voice: new Uint8Array(0), pose })
  }
}

/** More characters than a line has. */
const LAST_LINE = 1_000

/** Milliseconds, and thousandths of a pixel, are more than enough. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000

function withRounded(act: Act): Act {
  const numbers = Object.entries(act).map(([name, value]) => [name, typeof value === 'number' ? rounded(value) : value])
  return Object.fromEntries(numbers) as Act
}
