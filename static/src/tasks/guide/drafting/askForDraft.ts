import type { ApiClient } from '../../../api/ApiClient'
import { ApiProblem } from '../../../api/ApiProblem'
import { Backoff } from '../../../api/HttpClient'
import type { DraftTranscript, ShownWord } from '../../../api/types'
import type { Scope } from '../../../kit/lifecycle/Scope'
import type { Recording } from '../../../recording/Recording'

const AGAIN_SECONDS = 1

/** What a recogniser heard in a recording, once all of it is saved; null if there is no draft, whatever the reason. */
export async function askForDraft(scope: Scope, client: ApiClient, recording: Recording): Promise<readonly ShownWord[] | null> {
  const backoff = new Backoff(scope)
  try {
    const { recording_id: id, voice } = await recording.answer()
    if (!id || !voice) return null
    while (!scope.disposed) {
      const { state, words } = await persistently(scope, backoff, () => client.draftTranscript(id, voice))
      if (state !== 'waiting') return words.length > 0 ? words : null
      await new Promise<void>((resolve) => void scope.timeout(AGAIN_SECONDS, resolve))
    }
  } catch {
    // People type where there is no draft; nothing of theirs depends on it.
  }
  return null
}

/** Asks until there is an answer, or a failure that stays: a draft is not lost because a server was busy for a moment. */
async function persistently(scope: Scope, backoff: Backoff, ask: () => Promise<DraftTranscript>): Promise<DraftTranscript> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ApiProblem && error.transient)) throw error
      await backoff.pause(attempt, error)
      if (scope.disposed) throw error
    }
  }
}
