import type { AnnotationView, TimedWord } from '../api/types'

/** The words that the aligner has timed; null where it has not, or could not. */
export function timedWords({ alignment }: AnnotationView): readonly TimedWord[] | null {
  return alignment?.state === 'aligned' ? alignment.timed_instruction : null
}
