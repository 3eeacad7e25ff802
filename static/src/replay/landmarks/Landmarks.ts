/** What the words of a replay mean: mentions, the things that they name, and where those are seen. */

import type { LandmarksView, MentionView } from '../../api/types'
import type { Region } from '../../regions/shapes'

/** What mentions with one meaning share; `look` numbers things in the order in which they are first named. */
export interface Thing {
  readonly id: string
  readonly look: number
  readonly label: string
  /** By viewpoint, what is seen of it there. */
  readonly regions: ReadonlyMap<string, readonly Region[]>
}

/** A mention; its characters are code points of the transcript, or of an earlier one if it is stale. */
export interface Landmark extends Pick<MentionView, 'start_char' | 'end_char' | 'text' | 'stale' | 'untimed'> {
  readonly id: string
  readonly start: number | null
  readonly end: number | null
  /** Null where nobody said what it means. */
  readonly thing: Thing | null
}

/** A region stays this many seconds after its words, as an eye needs time to find it. */
const LINGER_SECONDS = 0.8

export class Landmarks {
  readonly things: readonly Thing[]
  readonly mentions: readonly Landmark[]

  constructor(view: LandmarksView, language: string) {
    const named = view.mentions.flatMap(({ chain_id: id }) => id ?? [])
    this.things = [...new Set(named)].map((id, look) => thingOf(view, id, look, language))
    this.mentions = view.mentions.map(({ mention_id: id, chain_id: chain, start_time: start, end_time: end, start_char, end_char, text, stale, untimed }) => ({
      ...{ id, start, end, start_char, end_char, text, stale, untimed },
      thing: this.things.find((thing) => thing.id === chain) ?? null,
    }))
  }

  /** The mentions that are said at this second of the voice, or were a moment ago. */
  saidAt(second: number): Landmark[] {
    return this.mentions.filter(({ start, end }) => start !== null && end !== null && second >= start && second < end + LINGER_SECONDS)
  }

  /** The narrowest mention that holds these characters of the transcript; null if none does. */
  at(startChar: number | null, endChar: number | null): Landmark | null {
    if (startChar === null || endChar === null) return null
    const holding = this.mentions.filter(({ stale, start_char: start, end_char: end }) => !stale && start < endChar && startChar < end)
    return holding.sort((a, b) => a.end_char - a.start_char - (b.end_char - b.start_char))[0] ?? null
  }

  /** The transcript in pieces, each within the narrowest mention of its characters. */
  pieces(transcript: string): Piece[] {
    const letters = Array.from(transcript) // code points, as the server counts
    const pieces: { text: string; mention: Landmark | null }[] = []
    for (const [index, letter] of letters.entries()) {
      const [mention, last] = [this.at(index, index + 1), pieces.at(-1)]
      if (last?.mention === mention) last.text += letter
      else pieces.push({ text: letter, mention })
    }
    return pieces
  }
}

export interface Piece {
  readonly text: string
  readonly mention: Landmark | null
}

function thingOf(view: LandmarksView, id: string, look: number, language: string): Thing {
  const entities = view.chains.find(({ chain_id: each }) => each === id)?.entities ?? []
  const regions = Object.entries(view.regions).flatMap(([viewpointId, seen]) => {
    const shapes = seen.filter(({ entity_id: entity }) => entities.includes(entity)).map(({ shape }): Region => shape)
    return shapes.length > 0 ? [[viewpointId, shapes] as const] : []
  })
  return { id, look, label: labelOf(view, id, entities, language), regions: new Map(regions) }
}

/** The longest of its names in the words that are shown, as a pronoun says little; or what the thing is called. */
function labelOf(view: LandmarksView, id: string, entities: readonly string[], language: string): string {
  const named = view.mentions.filter((mention) => mention.chain_id === id && mention.form === 'name').map(({ text }) => text)
  const called = view.entities.filter(({ entity_id: each }) => entities.includes(each)).flatMap(({ labels }) => labels[language] ?? [])
  const others = view.mentions.filter((mention) => mention.chain_id === id).map(({ text }) => text)
  return longest(named) ?? longest(called) ?? longest(others) ?? id
}

const longest = (texts: readonly string[]): string | null => texts.toSorted((a, b) => b.length - a.length)[0] ?? null
