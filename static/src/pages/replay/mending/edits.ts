/** The edits of timed words. Each edit returns a new list, in the order of the words. */

export interface EditedWord {
  readonly word: string
  /** Seconds, as `end_time`. */
  readonly start_time: number
  readonly end_time: number
}

export type Words = readonly EditedWord[]
export type Edge = 'start_time' | 'end_time'

/** No word is made shorter than this by moving an edge; seconds. */
export const SHORTEST = 0.02

/** Moves one edge of a word. A neighbour in the way is shortened, but not below `SHORTEST`. */
export function moveEdge(words: Words, index: number, edge: Edge, time: number, duration: number): Words {
  const word = words[index]
  if (!word) return words
  return edge === 'start_time' ? moveStart(words, index, word, time) : moveEnd(words, index, word, time, duration)
}

/** Moves a whole word, as far as there is room between its neighbours. */
export function moveWord(words: Words, index: number, seconds: number, duration: number): Words {
  const word = words[index]
  if (!word) return words
  const [earliest, latest] = [words[index - 1]?.end_time ?? 0, words[index + 1]?.start_time ?? duration]
  const room = [Math.min(0, earliest - word.start_time), Math.max(0, latest - word.end_time)] as const
  const by = clamp(seconds, ...room)
  return put(words, index, { ...word, start_time: round(word.start_time + by), end_time: round(word.end_time + by) })
}

/** Changes the text of a word: an empty text removes it; several words share its time by their number of letters. */
export function retype(words: Words, index: number, text: string): Words {
  const word = words[index]
  if (!word) return words
  return words.toSpliced(index, 1, ...shares(text.split(/\s+/u).filter(Boolean), word))
}

function moveStart(words: Words, index: number, word: EditedWord, time: number): Words {
  const before = words[index - 1]
  const earliest = before ? Math.min(before.end_time, before.start_time + SHORTEST, word.start_time) : 0
  const start = round(clamp(time, earliest, Math.max(word.start_time, word.end_time - SHORTEST)))
  const moved = put(words, index, { ...word, start_time: start })
  return before && before.end_time > start ? put(moved, index - 1, { ...before, end_time: start }) : moved
}

function moveEnd(words: Words, index: number, word: EditedWord, time: number, duration: number): Words {
  const after = words[index + 1]
  const latest = after ? Math.max(after.start_time, after.end_time - SHORTEST, word.end_time) : duration
  const end = round(clamp(time, Math.min(word.end_time, word.start_time + SHORTEST), latest))
  const moved = put(words, index, { ...word, end_time: end })
  return after && after.start_time < end ? put(moved, index + 1, { ...after, start_time: end }) : moved
}

function shares(tokens: readonly string[], { start_time: start, end_time: end }: EditedWord): EditedWord[] {
  const letters = tokens.join('').length
  let before = 0
  return tokens.map((token) => {
    const at = (count: number) => round(start + ((end - start) * count) / letters)
    const share = { word: token, start_time: at(before), end_time: at(before + token.length) }
    before += token.length
    return share
  })
}

const put = (words: Words, index: number, word: EditedWord): Words => words.with(index, word)
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))
const round = (seconds: number): number => Math.round(seconds * 1000) / 1000
