/** The words of a recording by their time. */

import type { AnnotationView, TimedWord } from '../api/types'
import { rowAt } from '../trace/snapshots'

/** A word stays highlighted this long after its end unless the next one begins, because speech has short gaps. */
const AFTERGLOW_SECONDS = 0.25

/** An audio element that seeks to a time may stop slightly before it. */
const SEEK_TOLERANCE_SECONDS = 0.005

export interface SpokenWord {
  readonly start_time: number
  readonly end_time: number
}

/** Looks up words by time; `words` are in the order of their starts. */
export class SpokenWords {
  private readonly starts: readonly number[]

  constructor(private readonly words: readonly SpokenWord[]) {
    this.starts = words.map((word) => word.start_time)
  }

  /** Index of the word that is said at `time`, or -1 in a silence. */
  indexAt(time: number): number {
    const { row } = rowAt(this.starts, time + SEEK_TOLERANCE_SECONDS)
    const word = this.words[row]
    return word && time + SEEK_TOLERANCE_SECONDS >= word.start_time && time < word.end_time + AFTERGLOW_SECONDS ? row : -1
  }

  /** The start of the next word, or with `back` of the word that began last; null if there is none. */
  stepFrom(time: number, back: boolean): number | null {
    const starts = back ? this.starts.filter((start) => start < time - SEEK_TOLERANCE_SECONDS) : this.starts.filter((start) => start > time + SEEK_TOLERANCE_SECONDS)
    return starts.at(back ? -1 : 0) ?? null
  }
}

/** The words that the aligner has timed; null where it has not, or could not. */
export function timedWords({ alignment }: Pick<AnnotationView, 'alignment'>): readonly TimedWord[] | null {
  return alignment?.state === 'aligned' ? alignment.timed_instruction : null
}
