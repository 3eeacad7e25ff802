/** What a page about landmarks asked and what was answered, whichever kind it was: kinds differ in the names of their fields only. */

import { CodePoints } from '../../annotations/codePoints'
import { excerptOf, type Piece, type PhraseInText } from '../../annotations/excerpt'
import { kindMessage } from '../../kit/messages/kindMessages'
import { say } from '../../kit/messages/staffMessages'
import type { Region } from '../../regions/shapes'

type Fields = Readonly<Record<string, unknown>>

interface Sentence {
  readonly transcript: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
}

interface Phrase extends PhraseInText {
  readonly sentence: Sentence
}

interface Span {
  readonly start_char: number
  readonly end_char: number
  readonly types: readonly string[]
  readonly number: string
  readonly form: string
}

/** Words that were asked about, or marked as the answer. */
export interface ShownWords {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly pieces: readonly Piece[]
}

/** A region that the page showed, or that the answer is. */
export interface AnsweredRegion {
  readonly viewpointId: string
  readonly shape: Region
  readonly isDrawn: boolean
}

export interface AnsweredItem {
  /** Its words or boxes were withdrawn or rejected since. */
  readonly isGone: boolean
  readonly words: readonly ShownWords[]
  /** What was answered, in words, a line each; null where the item was left out. */
  readonly answer: readonly string[] | null
  readonly comment: string
  readonly regions: readonly AnsweredRegion[]
}

/** The items of a page with their answers, in order. */
export function answeredItems(kind: string, page: Fields, answer: Fields | null): AnsweredItem[] {
  const answers = listOf(answer?.answers)
  return listOf(page.items).map((item, place) => answeredItem(kind, item, answers[place] ?? null))
}

function answeredItem(kind: string, asked: Fields | null, answer: Fields | null): AnsweredItem {
  const item = asked ?? {}
  const parts = Object.values(item).flat().filter(isFields)
  const marked = listOf(answer?.mentions) as unknown as readonly Span[]
  const { sentence } = item as { sentence?: Sentence }
  const phrases = (parts as unknown as readonly Phrase[]).filter((part) => 'sentence' in part && 'end_char' in part)
  return {
    isGone: asked === null,
    words: sentence ? [markedWords(sentence, marked)] : phrases.map(excerpt),
    answer: answer === null ? null : sentence ? linesOf(sentence, marked) : [inWords(kind, answer)],
    comment: typeof answer?.comment === 'string' ? answer.comment : '',
    regions: [...parts.flatMap((part) => regionOf(part, false)), ...drawnBy(item, answer)],
  }
}

function drawnBy(item: Fields, answer: Fields | null): AnsweredRegion[] {
  if (isFields(answer?.drawn)) return regionOf(answer.drawn, true)
  // Who adjusts what was foretold draws it where it was foretold.
  return isFields(answer?.shape) && isFields(item.foretold) ? regionOf({ ...item.foretold, shape: answer.shape }, true) : []
}

function regionOf({ viewpoint_id: viewpointId, shape }: Fields, isDrawn: boolean): AnsweredRegion[] {
  return typeof viewpointId === 'string' && isFields(shape) ? [{ viewpointId, shape: shape as unknown as Region, isDrawn }] : []
}

function excerpt(phrase: Phrase): ShownWords {
  const { language, direction } = phrase.sentence
  const { pieces, cut: [before, after] } = excerptOf(phrase, false)
  const dots = (isCut: boolean, text: string): Piece[] => (isCut ? [{ text, part: 'around' }] : [])
  return { language, direction, pieces: [...dots(before, '… '), ...pieces, ...dots(after, ' …')] }
}

/** A text with what was marked in it; of marks within others the outer one. */
function markedWords({ transcript, language, direction }: Sentence, spans: readonly Span[]): ShownWords {
  const text = new CodePoints(transcript)
  const ordered = spans.toSorted((one, other) => one.start_char - other.start_char || other.end_char - one.end_char)
  const pieces: Piece[] = []
  let end = 0
  for (const span of ordered.filter((each) => !ordered.some((other) => other !== each && holds(other, each)))) {
    pieces.push({ text: text.slice(end, span.start_char), part: 'around' }, { text: text.slice(span.start_char, span.end_char), part: 'phrase' })
    end = span.end_char
  }
  pieces.push({ text: text.slice(end, text.length), part: 'around' })
  return { language, direction, pieces: pieces.filter((piece) => piece.text !== '') }
}

const holds = (outer: Span, inner: Span): boolean => outer.start_char <= inner.start_char && inner.end_char <= outer.end_char

const linesOf = (sentence: Sentence, marked: readonly Span[]): string[] => (marked.length === 0 ? [say('Nothing was marked.')] : marked.map((span) => spanInWords(sentence, span)))

function spanInWords({ transcript }: Sentence, { start_char: start, end_char: end, types, number, form }: Span): string {
  const own = (key: string, value: string) => kindMessage('mention', `${key}.${value}`) ?? value
  const told = [...types.map((type) => own('types', type)), own('numbers', number), own('forms', form)]
  // Isolated, so that words of another direction leave the line in its order.
  return `“\u2068${new CodePoints(transcript).slice(start, end)}\u2069”: ${told.join(', ')}`
}

/** The words of the button that gave the answer, where the kind has them under one of its usual keys. */
function inWords(kind: string, { verdict, reason, visible, drawn }: Fields): string {
  if (isFields(drawn)) return say('Drew a box')
  const given = typeof verdict === 'string' ? verdict : 'nothing'
  const usual = [`badAs.${String(reason)}`, `answers.${given}`, ...(given === 'accept' ? [`fits.${String(visible)}`] : []), given, given.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())]
  const [words] = usual.flatMap((key) => kindMessage(kind, key) ?? [])
  return given === 'adjust' ? say('Drew another box') : (words ?? given)
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly (Fields | null)[] => (Array.isArray(value) ? (value as (Fields | null)[]) : [])
