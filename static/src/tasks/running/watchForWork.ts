import { ApiProblem } from '../../api/ApiProblem'
import { Scope } from '../../kit/lifecycle/Scope'

const PAUSE_SECONDS = 15
const LONGEST_PAUSE_SECONDS = 60
/** So many looks come at the shortest pause: a colleague's task often ends within minutes. */
const PATIENT_LOOKS = 20
const LONGER = 1.25
/** Pauses vary by this share, so that hundreds of people who began to wait together do not ask together. */
const VARIATION = 0.15

/**
 * Looks again and again, as long as the page is visible and `scope` lasts: every quarter of a minute at first, later
 * every minute. A page that is shown again looks at once. A look that fails is made again, when the server wants it.
 */
export function watchForWork(scope: Scope, look: () => Promise<void>): void {
  let looks = 0
  let last = performance.now()
  let waiting = new Scope(scope)
  wait(0)
  scope.listen(document, 'visibilitychange', () => {
    if (document.hidden) return
    if (secondsSince(last) >= PAUSE_SECONDS) void lookNow()
    else wait(0)
  })

  function wait(leastSeconds: number): void {
    waiting.dispose()
    waiting = new Scope(scope)
    waiting.timeout(Math.max(leastSeconds, pauseAfter(looks)), () => void lookNow())
  }

  async function lookNow(): Promise<void> {
    waiting.dispose()
    if (document.hidden) return
    last = performance.now()
    looks += 1
    try {
      await look()
      if (!scope.disposed) wait(0)
    } catch (error) {
      if (!(error instanceof ApiProblem) || !error.transient || scope.disposed) return
      wait(error.retryAfterSeconds)
    }
  }
}

function pauseAfter(looks: number): number {
  const pause = Math.min(LONGEST_PAUSE_SECONDS, PAUSE_SECONDS * LONGER ** Math.max(0, looks - PATIENT_LOOKS))
  return pause * (1 + VARIATION * (2 * Math.random() - 1))
}

const secondsSince = (moment: number): number => (performance.now() - moment) / 1000
