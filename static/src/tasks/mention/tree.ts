import { inOrder, type Mark } from './marking'

/** A text with its marks, each around what it holds. Code points. */
export type Node = { readonly mark: Mark; readonly children: readonly Node[] } | { readonly start: number; readonly end: number; readonly word: number | null }

interface Word {
  readonly start: number
  readonly end: number
}

/** Nests marks, none of which cross, around the words and what stands between them; a word that a mark cuts is in parts. */
export function nested(length: number, words: readonly Word[], marks: readonly Mark[]): readonly Node[] {
  const waiting = [...inOrder(marks)]
  const cuts = [...new Set([0, length, ...words.flatMap(({ start, end }) => [start, end]), ...marks.flatMap(({ start_char, end_char }) => [start_char, end_char])])].sort((a, b) => a - b)
  const wordAt = (place: number) => words.findIndex(({ start, end }) => start <= place && place < end)
  const fill = (from: number, to: number): Node[] => {
    const found: Node[] = []
    let at = from
    while (at < to) {
      const [mark] = waiting
      if (mark?.start_char === at && mark.end_char <= to) {
        waiting.shift()
        found.push({ mark, children: fill(at, mark.end_char) })
        at = mark.end_char
      } else {
        const end = cuts.find((cut) => cut > at) ?? to
        const word = wordAt(at)
        found.push({ start: at, end, word: word === -1 ? null : word })
        at = end
      }
    }
    return found
  }
  return fill(0, length)
}
