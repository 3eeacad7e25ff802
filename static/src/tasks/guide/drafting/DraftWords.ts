import type { ShownWord } from '../../../api/types'
import { matchWords, plain } from './matchWords'

/** How a word in the field stands: `own` words were written by the person. */
export type WordState = 'unsure' | 'unheard' | 'confirmed' | 'own'

/** A word of the text, from the character `start` to `end`; `place` is that of the draft's word, if it still is one. */
export interface TextWord {
  start: number
  end: number
  state: WordState
  place: number | null
}

/** So much of a word has to be heard. */
const ENOUGH_HEARD = 0.6

/** The words of a draft: which of them the person heard or touched, and what is left of them in a text. */
export class DraftWords {
  private readonly spoken: readonly string[]
  /** Seconds of each word that were played. */
  private readonly played: number[]
  private readonly confirmed: Set<number>

  constructor(
    readonly words: readonly ShownWord[],
    heard: readonly number[] = [],
  ) {
    this.spoken = words.map(({ word }) => plain(word))
    this.played = words.map(() => 0)
    this.confirmed = new Set(heard.filter((place) => place < words.length))
  }

  /** The draft as a text. */
  get text(): string {
    return this.words.map(({ word }) => word).join(' ')
  }

  /** The places of the words that were heard or touched. */
  get heard(): number[] {
    return [...this.confirmed].sort((one, other) => one - other)
  }

  /** The voice was played from one second to another; says whether that confirmed a word. */
  hear(from: number, until: number): boolean {
    const before = this.confirmed.size
    this.words.forEach(({ start_time: start, end_time: end }, place) => {
      const seconds = Math.min(until, end) - Math.max(from, start)
      if (seconds < 0 || (seconds === 0 && end > start)) return
      const total = (this.played[place] = (this.played[place] ?? 0) + seconds)
      if (total >= ENOUGH_HEARD * (end - start)) this.confirmed.add(place)
    })
    return this.confirmed.size > before
  }

  /** The person touched the word that holds this character of the text; says whether that confirmed it. */
  touch(text: string, character: number): boolean {
    const touched = this.in(text).find(({ start, end }) => start <= character && character <= end)
    if (touched?.place == null || this.confirmed.has(touched.place)) return false
    this.confirmed.add(touched.place)
    return true
  }

  /** The words of a text, and how each stands. */
  in(text: string): TextWord[] {
    const tokens = [...text.matchAll(/\S+/g)]
    const places = matchWords(this.spoken, tokens.map(([token]) => plain(token)))
    return tokens.map(({ 0: token, index }, at) => {
      const place = places[at] ?? null
      return { start: index, end: index + token.length, place, state: this.stateOf(place) }
    })
  }

  private stateOf(place: number | null): WordState {
    if (place === null) return 'own'
    if (this.confirmed.has(place)) return 'confirmed'
    return this.words[place]?.sure === false ? 'unsure' : 'unheard'
  }
}
