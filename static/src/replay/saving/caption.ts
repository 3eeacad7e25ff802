/** The words below a picture: the line with the word that is said now, and the next line. */

export interface CaptionWord {
  readonly text: string
  readonly lit: boolean
  /** From the line's left edge, as `measure` counts. */
  readonly x: number
}

const LINES = 2

/**
 * Breaks words into lines and gives those around the word `current` (-1: none is said).
 *
 * `measure` gives the width of a text; `width` is what a line has room for. A word that is wider has a line of its own.
 */
export function caption(words: readonly string[], current: number, measure: (text: string) => number, width: number): CaptionWord[][] {
  const lines = broken(words, measure, width)
  const at = Math.max(0, lines.findIndex((line) => line.some(({ index }) => index === current)))
  const first = Math.max(0, Math.min(at, lines.length - LINES))
  return lines.slice(first, first + LINES).map((line) => line.map(({ text, x, index }) => ({ text, x, lit: index === current })))
}

interface Placed {
  readonly text: string
  readonly index: number
  readonly x: number
}

function broken(words: readonly string[], measure: (text: string) => number, width: number): Placed[][] {
  const lines: Placed[][] = []
  const space = measure(' ')
  let x = Infinity
  for (const [index, text] of words.entries()) {
    const wide = measure(text)
    if (x + wide > width) {
      lines.push([])
      x = 0
    }
    lines.at(-1)?.push({ text, index, x })
    x += wide + space
  }
  return lines
}
