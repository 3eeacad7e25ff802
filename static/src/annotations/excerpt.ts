import { CodePoints } from './codePoints'

/** A phrase in a text, in code points. */
export interface PhraseInText {
  readonly sentence: { readonly transcript: string; readonly language: string }
  readonly start_char: number
  readonly end_char: number
  readonly head: readonly [start: number, end: number] | null
}

/** A part of a text: the phrase, its head noun, or what stands around them. */
export interface Piece {
  readonly text: string
  readonly part: 'around' | 'phrase' | 'head'
}

export interface Excerpt {
  readonly pieces: readonly Piece[]
  /** Whether words before and after it are left out. */
  readonly cut: readonly [before: boolean, after: boolean]
}

/** A phrase in its sentence, or in all that was said. */
export function excerptOf({ sentence, start_char: start, end_char: end, head }: PhraseInText, whole: boolean): Excerpt {
  const text = new CodePoints(sentence.transcript)
  const [from, to] = whole ? [0, text.length] : sentenceAround(text, sentence.language, start, end)
  const [headStart, headEnd] = head ?? [end, end]
  const pieces: Piece[] = [
    { text: text.slice(from, start), part: 'around' },
    { text: text.slice(start, headStart), part: 'phrase' },
    { text: text.slice(headStart, headEnd), part: 'head' },
    { text: text.slice(headEnd, end), part: 'phrase' },
    { text: text.slice(end, to), part: 'around' },
  ]
  return { pieces: pieces.filter((piece) => piece.text !== ''), cut: [from > 0, to < text.length] }
}

/** The first and the last code point of the sentences that a phrase lies in, without the blanks around them. */
function sentenceAround(text: CodePoints, language: string, start: number, end: number): [number, number] {
  const [first, last] = [text.offset(start), text.offset(end)]
  const sentences = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text.text)]
  const met = sentences.filter(({ index, segment }) => index < last && first < index + segment.length)
  const from = Math.min(first, ...met.map(({ index, segment }) => index + segment.length - segment.trimStart().length))
  const to = Math.max(last, ...met.map(({ index, segment }) => index + segment.trimEnd().length))
  return [text.at(from), to >= text.text.trimEnd().length ? text.length : text.at(to)]
}
