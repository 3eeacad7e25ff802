import type { ItemTruth } from '../../../api/types'
import { CodePoints } from '../../../annotations/codePoints'
import type { Phrase, Sentence } from '../../landmarks/wire'
import { own } from './texts'

/** Overlap under which a box is not one of the same thing. */
const SAME_THING = 0.3

/** Verdicts that say by themselves why they are right. */
const PLAIN = ['same', 'different', 'box', 'scene', 'not_visual', 'good', 'all', 'missing', 'hidden'] as const

/** Why something is right or not, in sentences: by what is known of the item, whatever was asked. */
export function explained(truth: ItemTruth, phrases: readonly Phrase[]): string[] {
  const { value } = truth
  const plain = PLAIN.find((each) => each === value)
  if (plain !== undefined) return [own(plain)]
  if (value === 'not_same') return [own('not_same'), ...oddOf(truth, phrases)]
  if (value === 'bad') return [badBox(truth)]
  if (value === 'there') return [own('seen'), ...drawnBox(truth)]
  return truth.drawn ? drawnBox(truth) : truth.marks.every(Boolean) ? [own('nothing')] : [own('undrawn')]
}

function oddOf({ odd }: ItemTruth, phrases: readonly Phrase[]): string[] {
  const words = phrases.filter(({ mention_id: name }) => odd.includes(name)).map(({ text }) => text)
  return words.length === 1 ? [own('odd', { words: quoted(words) })] : []
}

function badBox({ overlap }: ItemTruth): string {
  return overlap !== null && overlap >= SAME_THING ? own('loose', { percent: percentOf(overlap) }) : own('other')
}

function drawnBox({ drawn, overlap, marks, regions, shown }: ItemTruth): string[] {
  if (drawn === null) return []
  const isRight = marks.every(Boolean)
  if (!isRight && isThereAlready(regions, shown)) return [own('nothing')]
  if (overlap === null) return [own('drawn.unseen')]
  if (overlap < SAME_THING) return [own('drawn.elsewhere')]
  return [own(isRight ? 'drawn.close' : 'drawn.far', { percent: percentOf(overlap) })]
}

/** Whether the page showed a box of the thing, so that there was none to draw. */
const isThereAlready = (regions: ItemTruth['regions'], shown: ItemTruth['shown']): boolean =>
  shown.some((each) => regions.some(({ viewpoint_id: place, shape }) => place === each.viewpoint_id && JSON.stringify(shape) === JSON.stringify(each.shape)))

export interface Marked {
  readonly start_char: number
  readonly end_char: number
}

/** What was not marked, and what names nothing, in words. */
export function explainedMarks({ outer, spans }: ItemTruth, marked: readonly Marked[], { transcript }: Sentence): string[] {
  const text = new CodePoints(transcript)
  const words = (places: readonly (readonly [number, number])[]) => places.map(([start, end]) => text.slice(start, end))
  const isMarked = ([start, end]: readonly [number, number]) => marked.some((mark) => mark.start_char === start && mark.end_char === end)
  const isMention = ({ start_char: start, end_char: end }: Marked) => spans.some(([from, to]) => from === start && to === end)
  const missed = words(outer.filter((place) => !isMarked(place)))
  const extra = words(marked.filter((mark) => !isMention(mark)).map((mark) => [mark.start_char, mark.end_char]))
  return [
    own('marks.rule'),
    ...(missed.length > 0 ? [own('marks.missed', { words: quoted(missed) })] : []),
    ...(extra.length > 0 ? [own('marks.extra', { words: quoted(extra) })] : []),
  ]
}

const percentOf = (share: number): number => Math.round(share * 100)

const quoted = (words: readonly string[]): string => words.map((each) => own('quote', { words: each })).join(', ')
