import { Scope } from '../kit/lifecycle/Scope'

const FIRST_PAUSE_SECONDS = 0.5
const LONGEST_PAUSE_SECONDS = 15

/** Pauses between attempts: random, each up to twice as long as the previous one, and cut short when the network returns. */
export class Backoff {
  private readonly scope: Scope

  constructor(parent: Scope) {
    this.scope = new Scope(parent)
  }

  /** The pause after the `attempt`-th attempt, counted from 0. */
  pause(attempt: number): Promise<void> {
    const longest = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** attempt)
    const pause = new Scope(this.scope)
    return new Promise((resolve) => {
      pause.add(resolve)
      pause.timeout(longest * (0.5 + Math.random() / 2), () => pause.dispose())
      pause.listen(window, 'online', () => pause.dispose())
    })
  }
}
