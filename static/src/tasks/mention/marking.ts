import type { MarkableText, Span } from './words'

export const NUMBERS = ['one', 'several', 'mass', 'unclear'] as const
export const STATUSES = ['new_in_text', 'old_in_text', 'from_sight'] as const
export const FORMS = ['name', 'pronoun', 'ellipsis', 'attribute', 'deixis'] as const

/** Words that name something: `MarkedSpan` of the server. */
export interface Mark {
  readonly start_char: number
  readonly end_char: number
  readonly head: readonly [start: number, end: number] | null
  readonly types: readonly string[]
  readonly number: (typeof NUMBERS)[number]
  readonly form: (typeof FORMS)[number]
  /** Whether it was named before; null: nobody said. */
  readonly status: (typeof STATUSES)[number] | null
  /** Whether something visible answers to it. */
  readonly visual: boolean
  /** Whether these words were proposed. */
  readonly proposed: boolean
}

/** What a person has done with a sentence: what is marked, and to which proposals they said yes or no, by `nameOf`. */
export interface Marked {
  readonly marks: readonly Mark[]
  readonly answered: readonly string[]
}

/** What nobody may mark: the same words twice, or words that cross others; with the mark that is in the way. */
export interface Refusal {
  readonly why: 'twice' | 'crosses'
  readonly by: Mark
}

/** Up to so many words, the last one is taken for the main word; nobody is asked. */
const PLAIN = 3

export const spanOf = ({ start_char: start, end_char: end }: Mark): Span => ({ start, end })
export const nameOf = ({ start_char: start, end_char: end }: Mark): string => `${start}-${end}`
export const isAt = (mark: Mark, { start, end }: Span): boolean => mark.start_char === start && mark.end_char === end

/** Why a span may not be marked beside these marks; null where it may. */
export function refusal(marks: readonly Mark[], span: Span): Refusal | null {
  const same = marks.find((mark) => isAt(mark, span))
  if (same) return { why: 'twice', by: same }
  const crossed = marks.find((mark) => crosses(spanOf(mark), span))
  return crossed ? { why: 'crosses', by: crossed } : null
}

function crosses(one: Span, other: Span): boolean {
  const [first, second] = one.start < other.start ? [one, other] : [other, one]
  return first.start < second.start && second.start < first.end && first.end < second.end
}

/** A new mark, of which nothing is known yet but its main word, where that is plain. */
export function markOf(text: MarkableText, span: Span): Mark {
  return { start_char: span.start, end_char: span.end, head: plainHead(text, span), types: [], number: 'unclear', form: 'name', status: null, visual: true, proposed: false }
}

function plainHead(text: MarkableText, span: Span): readonly [number, number] | null {
  const words = text.wordsIn(span)
  const last = words.at(-1)
  return last && words.length <= PLAIN ? [last.start, last.end] : null
}

/** In the order of the text; a mark before those that lie in it. */
export function inOrder(marks: readonly Mark[]): readonly Mark[] {
  return [...marks].sort((one, other) => one.start_char - other.start_char || other.end_char - one.end_char)
}

/** The marks that hold a word, from the innermost to the outermost. */
export function marksAt(marks: readonly Mark[], { start, end }: Span): readonly Mark[] {
  return inOrder(marks.filter((mark) => mark.start_char < end && start < mark.end_char)).toReversed()
}

/** A mark with another end, and a head that still lies in it. */
export function resized(text: MarkableText, mark: Mark, span: Span): Mark {
  const { head } = mark
  const holds = head !== null && span.start <= head[0] && head[1] <= span.end
  return { ...mark, start_char: span.start, end_char: span.end, head: holds ? head : plainHead(text, span), proposed: false }
}

/** The proposals that wait for a yes or a no: nobody gave one, and no mark has their words or crosses them. */
export function waiting(proposals: readonly Mark[], { marks, answered }: Marked): readonly Mark[] {
  return proposals.filter((each) => !answered.includes(nameOf(each)) && refusal(marks, spanOf(each)) === null)
}

/** The proposal to show after this one was answered: the next one in the text, from its beginning again after the last; null: there is none. */
export function following(proposals: readonly Mark[], { start_char: start }: Mark): Mark | null {
  return proposals.find((each) => each.start_char >= start) ?? proposals[0] ?? null
}

/** Whether the main word has to be asked for: of a name of several words, where nobody is sure. */
export const asksForHead = (text: MarkableText, mark: Mark): boolean => mark.form === 'name' && mark.head === null && text.wordsIn(spanOf(mark)).length > 1
