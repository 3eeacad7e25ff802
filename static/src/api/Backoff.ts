import { Scope } from '../kit/lifecycle/Scope'
import { ApiProblem } from './ApiProblem'

const FIRST_PAUSE_SECONDS = 0.5
const LONGEST_PAUSE_SECONDS = 15

/** Pauses between attempts: random, each up to twice as long as the previous one, and cut short when the network returns. */
export class Backoff {
  private readonly scope: Scope

  constructor(parent: Scope) {
    this.scope = new Scope(parent)
  }

  /** The pause after the `attempt`-th attempt, counted from 0, at least as long as the server asked for in `error`. */
  pause(attempt: number, error?: unknown): Promise<void> {
    const asked = error instanceof ApiProblem ? error.retryAfterSeconds : 0
    const longest = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** attempt)
    const pause = new Scope(this.scope)
    return new Promise((resolve) => {
      pause.add(resolve)
      pause.timeout(Math.max(asked, longest * (0.5 + Math.random() / 2)), () => pause.dispose())
      pause.listen(window, 'online', () => pause.dispose())
    })
  }
}
