interface Work {
  /** Of the recording. */
  seconds: number
  /** The number of these seconds in which somebody speaks. */
  voicedSeconds: number
  reachedGoal: boolean
  transcript: string
  /** How much of the recording was listened to, in [0, 1]. */
  heardShare: number
}

export type Doubt = 'short' | 'silent' | 'goal' | 'brief' | 'unheard'

const SHORTEST_SECONDS = 5
const LEAST_VOICED_SHARE = 0.1
/** The slowest plausible speech (words per second of voice). */
const SLOWEST_WORDS = 0.5
const ENOUGH_HEARD = 0.5

/** Reasons not to send this as it is. They only warn; the person decides. */
export function doubts({ seconds, voicedSeconds, reachedGoal, transcript, heardShare }: Work): Doubt[] {
  const silent = voicedSeconds < LEAST_VOICED_SHARE * seconds
  const found: Record<Doubt, boolean> = {
    short: seconds < SHORTEST_SECONDS,
    silent,
    goal: !reachedGoal,
    brief: !silent && wordCount(transcript) < SLOWEST_WORDS * voicedSeconds,
    unheard: heardShare < ENOUGH_HEARD,
  }
  return (Object.keys(found) as Doubt[]).filter((doubt) => found[doubt])
}

export const wordCount = (text: string): number => text.split(/\s+/).filter(Boolean).length
