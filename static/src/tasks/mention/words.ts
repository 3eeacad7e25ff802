import { CodePoints } from '../../annotations/codePoints'

/** A part of a text, in code points. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A text as people mark it: by whole words, and at their edges by whole characters as people see them. */
export class MarkableText {
  readonly points: CodePoints
  readonly words: readonly Span[]
  private readonly edges: readonly number[]

  constructor(text: string, language: string) {
    this.points = new CodePoints(text)
    const at = (granularity: 'word' | 'grapheme') => [...new Intl.Segmenter(language, { granularity }).segment(text)]
    this.words = at('word')
      .filter(({ segment, isWordLike }) => isWordLike === true || /\p{Extended_Pictographic}/u.test(segment))
      .map(({ segment, index }) => ({ start: this.points.at(index), end: this.points.at(index + segment.length) }))
    this.edges = [...at('grapheme').map(({ index }) => this.points.at(index)), this.points.length]
  }

  slice({ start, end }: Span): string {
    return this.points.slice(start, end)
  }

  /** From one word to another, whichever comes first. */
  between(one: number, other: number): Span | null {
    const [first, last] = [this.words[Math.min(one, other)], this.words[Math.max(one, other)]]
    return first && last ? { start: first.start, end: last.end } : null
  }

  /** The words that lie in a span, also in part. */
  wordsIn({ start, end }: Span): readonly Span[] {
    return this.words.filter((word) => word.start < end && start < word.end).map((word) => ({ start: Math.max(word.start, start), end: Math.min(word.end, end) }))
  }

  /** A span whose end is moved by so many characters as people see them; null where nothing, or more than there is, would be left. */
  endMoved({ start, end }: Span, by: 1 | -1): Span | null {
    const moved = this.edges[this.edges.indexOf(end) + by]
    return moved === undefined || moved <= start || this.slice({ start, end: moved }).trim() === '' ? null : { start, end: moved }
  }
}
