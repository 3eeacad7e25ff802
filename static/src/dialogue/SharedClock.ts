import type { Scope } from '../kit/lifecycle/Scope'
import type { ClockReading, PairingLine } from './PairingLine'

const KEPT_EVERY_SECONDS = 10
/** Of an answer; five hours. */
const MOST_KEPT = 2000
/** A recording that stood still between question and answer tells nothing. */
const LARGEST_DIFFERENCE_SECONDS = 0.05

/**
 * A question for the server's time. Seconds: of the own recording, but `received` and `answered` of the server since
 * 1970, and `device` at `sent` of this device, likewise.
 */
export interface ClockExchange {
  /** Where in the recording the stretch without a pause began. */
  readonly since: number
  readonly sent: number
  readonly received: number
  readonly answered: number
  readonly arrived: number
  readonly device: number
}

/** The recording whose time is set against the server's. */
export interface ClockedRecording {
  /** Where in it the stretch that is recorded now began; null while nothing is recorded. */
  readonly since: number | null
  /** What time a moment (`performance.now()`) is in it; null while nothing is recorded. */
  timeAt: (moment: number) => number | null
}

/** Keeps the promptest exchange of each ten seconds, from which both recordings are brought onto one time line. */
export class SharedClock {
  private best: ClockExchange | null = null
  private bestTrip = Infinity

  constructor(
    scope: Scope,
    line: Pick<PairingLine, 'on'>,
    readonly exchanges: ClockExchange[],
    private readonly recording: ClockedRecording,
  ) {
    scope.add(line.on('clock', (reading) => this.take(reading)))
  }

  private take({ sent, received, answered, arrived }: ClockReading): void {
    const { since } = this.recording
    const [first, last] = [this.recording.timeAt(sent), this.recording.timeAt(arrived)]
    if (since === null || first === null || last === null || first <= since) return
    const trip = (arrived - sent) / 1000
    if (Math.abs(last - first - trip) > LARGEST_DIFFERENCE_SECONDS) return
    const device = (performance.timeOrigin + sent) / 1000
    const exchange = { since, sent: first, received: received / 1000, answered: answered / 1000, arrived: last, device }
    if (this.best && (this.best.since !== since || first - this.best.sent >= KEPT_EVERY_SECONDS)) this.begin()
    if (trip >= this.bestTrip) return
    if (this.best) this.exchanges.pop()
    else if (this.exchanges.length >= MOST_KEPT) return
    this.exchanges.push(exchange)
    this.best = exchange
    this.bestTrip = trip
  }

  /** Another ten seconds. */
  private begin(): void {
    this.best = null
    this.bestTrip = Infinity
  }
}
