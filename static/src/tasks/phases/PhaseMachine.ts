import type { PhaseTime } from '../../api/types'
import { Emitter } from '../../kit/lifecycle/Emitter'
import type { AidsRecord } from './Aids'

/** From each phase, the events that leave it and the phases they lead to. */
export type Transitions<Phase extends string, Event extends string> = Record<Phase, Partial<Record<Event, Phase>>>

/** Which phase a task is in, and how long each one took. */
export class PhaseMachine<Phase extends string, Event extends string> extends Emitter<{ change: Phase }> {
  private past: PhaseTime[] = []
  private since: number
  private zero: number

  /** `clock` gives seconds. */
  constructor(
    private phase: Phase,
    private readonly transitions: Transitions<Phase, Event>,
    private readonly clock: () => number,
  ) {
    super()
    this.zero = this.since = clock()
  }

  /** Continues in the phase that was left, after the times until then; the time away does not count. */
  reopen(phase: Phase, past: readonly PhaseTime[]): void {
    this.past = [...past]
    this.phase = phase
    this.since = this.clock()
    this.zero = this.since - (past.at(-1)?.end_time ?? 0)
  }

  get current(): Phase {
    return this.phase
  }

  /** Follows the transition table; an event that the current phase does not know changes nothing. */
  send(event: Event): void {
    const next = this.transitions[this.phase][event]
    if (next === undefined) return
    this.past.push(this.currentTime)
    this.since = this.clock()
    this.phase = next
    this.emit('change', next)
  }

  /** All phases so far, the current one last; seconds since the machine began. */
  get times(): PhaseTime[] {
    return [...this.past, this.currentTime]
  }

  private get currentTime(): PhaseTime {
    return { name: this.phase, start_time: this.since - this.zero, end_time: this.clock() - this.zero }
  }
}

/** Where a page was left, and what it needs to go on from there. */
interface Progress {
  phase: string
  times: PhaseTime[]
  /** The task's own part. */
  answer: unknown
  aids: AidsRecord
}

export const writeProgress = (progress: Progress): string => JSON.stringify(progress)

/** Null when there is no draft, or when this version of the page does not understand it. */
export function readProgress(content: string | null): Progress | null {
  try {
    const progress = JSON.parse(content ?? 'null') as Partial<Progress> | null
    if (typeof progress?.phase !== 'string' || !Array.isArray(progress.times) || !progress.aids) return null
    return { phase: progress.phase, times: progress.times, answer: progress.answer, aids: progress.aids }
  } catch {
    return null
  }
}
