/** The turns of a dialogue word by word, and when people spoke. */

import type { DialogueTurn, TimedWord } from '../../api/types'
import type { SideTime } from './SideTime'

/** Shorter silences are within words, as the server has it (`align/turns.py`). */
const PAUSE_SECONDS = 0.2
/** The server rounds the times of turns to less than this. */
const ROUNDED_SECONDS = 0.001

export interface TimedSide {
  readonly view: { readonly role: string }
  /** Null while the voice is not aligned. */
  readonly words: readonly TimedWord[] | null
  /** Null where nobody knows when the recording was. */
  readonly time: SideTime | null
}

export interface SpokenTurn extends DialogueTurn {
  /** With times in the speaker's own recording; of a typed turn none. */
  readonly timed: readonly TimedWord[]
}

export type Span = readonly [start: number, end: number]

/** The server's turns, each with the words that were said in it. */
export function spokenTurns(turns: readonly DialogueTurn[], sides: readonly TimedSide[]): SpokenTurn[] {
  const found = turns.map((turn) => ({ ...turn, timed: [] as TimedWord[] }))
  for (const { view: { role }, words, time } of sides) {
    if (!words || !time) continue
    const spoken = found.filter((turn) => turn.role === role && !turn.typed)
    for (const word of words) spoken.findLast(({ start }) => start <= time.timeOf(word.start_time) + ROUNDED_SECONDS)?.timed.push(word)
  }
  return found
}

/** When one side spoke, on the dialogue's line: words whose time was measured, with what lies between those that follow each other closely. */
export function speech({ words, time }: TimedSide): Span[] {
  if (!words || !time) return []
  const spans = words.filter(({ source }) => source !== 'interpolated').map(({ start_time: start, end_time: end }): Span => [time.timeOf(start), time.timeOf(end)])
  return spans.reduce<Span[]>((before, [start, end]) => {
    const last = before.at(-1)
    if (!last || start - last[1] >= PAUSE_SECONDS) return [...before, [start, end]]
    return [...before.slice(0, -1), [last[0], Math.max(last[1], end)]]
  }, [])
}

/** When both spoke. */
export function overlaps(one: readonly Span[], other: readonly Span[]): Span[] {
  return one.flatMap(([start, end]) => other.map(([from, to]): Span => [Math.max(start, from), Math.min(end, to)]).filter(([from, to]) => to > from))
}
