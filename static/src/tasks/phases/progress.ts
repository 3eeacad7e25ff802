import type { PhaseTime } from '../../api/types'

/** Where a page was left, and what it needs to go on from there. */
interface Progress {
  phase: string
  times: PhaseTime[]
  /** The task's own part. */
  answer: unknown
}

export const writeProgress = (progress: Progress): string => JSON.stringify(progress)

/** Null when there is no draft, or when this version of the page does not understand it. */
export function readProgress(content: string | null): Progress | null {
  try {
    const progress = JSON.parse(content ?? 'null') as Partial<Progress> | null
    if (typeof progress?.phase !== 'string' || !Array.isArray(progress.times)) return null
    return { phase: progress.phase, times: progress.times, answer: progress.answer }
  } catch {
    return null
  }
}
