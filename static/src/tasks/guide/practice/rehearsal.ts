import { isClipped, isVoice, type Loudness } from '../../../equipment/voice'

/** The measurements of a practice walk. */
export interface Rehearsal {
  /** How loud it was, moment by moment, each of `momentSeconds`. */
  moments: readonly Loudness[]
  momentSeconds: number
  /** When steps were taken, in seconds of the recording. */
  steps: readonly number[]
  reachedGoal: boolean
}

export type PracticeLesson = 'goal' | 'length' | 'voice' | 'clipping' | 'together'

const LEAST_PRACTICE_SECONDS = 10
const LEAST_PRACTICE_VOICED_SHARE = 0.2
/** Seconds around a step in which a person who describes the way is heard. */
const AROUND_STEP_SECONDS = 4
const LEAST_TOGETHER = 0.5

/** For each lesson, whether the walk went as it should. */
export function lessons({ moments, momentSeconds, steps, reachedGoal }: Rehearsal): Record<PracticeLesson, boolean> {
  const voiced = moments.filter(isVoice).length
  const isHeardAround = (step: number) => {
    const [from, to] = [step - AROUND_STEP_SECONDS, step + AROUND_STEP_SECONDS]
    return moments.slice(Math.max(0, Math.floor(from / momentSeconds)), Math.ceil(to / momentSeconds)).some(isVoice)
  }
  return {
    goal: reachedGoal,
    length: moments.length * momentSeconds >= LEAST_PRACTICE_SECONDS,
    voice: voiced >= LEAST_PRACTICE_VOICED_SHARE * moments.length,
    clipping: !moments.some(isClipped),
    together: steps.length > 0 && steps.filter(isHeardAround).length >= LEAST_TOGETHER * steps.length,
  }
}
