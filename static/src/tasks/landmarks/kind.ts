import type { Snap } from '../../drawing/Drawing'
import type { Action, Place } from '../../kit/keys/actions'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { View } from '../../viewer/types'
import type { Viewer } from '../../viewer/Viewer'
import type { InstructionStep } from '../parts/instructions'
import type { Heard } from './PhraseVoice'
import type { LandmarkPage, Phrase, Sentence } from './wire'

/** An answer that one press gives; the first has the key 1. */
export interface Choice<Answer> {
  /** The end of its `data-testid`: `answer-NAME`. */
  readonly name: string
  readonly label: string
  /** Whose words the label is, for its language. */
  readonly words?: Pick<Sentence, 'language' | 'direction'>
  /** Whether it is on; for what is switched on and off. */
  readonly pressed?: boolean
  /** What it answers, and the next item comes; or what is done instead, such as asking why. */
  readonly answer?: Answer
  readonly press?: () => void
  /** Another key that the kind lets do the same; shown as well. */
  readonly also?: Action
}

/** What a kind is given to show an item and to take an answer. */
export interface ItemContext<Item, Answer, Kept = unknown> {
  /** Ends with the item. */
  readonly scope: Scope
  readonly item: Item
  readonly page: LandmarkPage<Item>
  readonly viewer: Viewer
  /** Finds the edges of the thing in a region that is drawn; null where nobody can be asked. */
  readonly snap: Snap | null
  /** In the panel, below the phrases: for what only this kind has. */
  readonly place: HTMLElement
  /** Below the picture: for tools. */
  readonly bar: HTMLElement
  /** What was answered so far, also before the page was opened again. */
  readonly answer: Answer | null
  /** What `keep` was given last. */
  readonly kept: Kept | null
  /** Where the Guide looked at the phrase that is talked of. */
  readonly looked: () => View | null
  /** Asks something else. */
  readonly ask: (question: string) => void
  /** Shows the answers of which one press takes one, in place of those before. */
  readonly offer: (choices: readonly Choice<Answer>[]) => void
  /** The answer as it is now, which "Next" takes; null: there is none yet. */
  readonly change: (answer: Answer | null) => void
  /** Keeps what is begun, for a page that is opened again: JSON, small. */
  readonly keep: (kept: Kept) => void
  /** What "Next" says once, before it is pressed again; null: nothing. */
  readonly check: (unfinished: () => string | null) => void
  /** What the key plays where there are no phrases; `place` gets a button for it. */
  readonly hear: (heard: () => Heard, place: HTMLElement) => void
  /** Takes this answer and goes on. */
  readonly take: (answer: Answer) => void
  /** Says something, also to screen readers; `refused`: at once, and as a fault. */
  readonly say: (text: string, options?: { refused?: boolean }) => void
}

/** What a kind of page about landmarks says of itself; all else it shares with the others. */
export interface LandmarkKind<Item, Answer extends object, Kept = unknown> {
  readonly id: string
  readonly texts: () => LandmarkTexts
  /** Where keys act beside those of all such pages. */
  readonly keys?: readonly Place[]
  /** What is talked of: shown in its sentence, played, looked at. */
  readonly phrases: (item: Item) => readonly Phrase[]
  /** What the keys for the next and the previous place lead to: viewpoints, the moments of the phrases, or views of the item, of which the first is where it begins. */
  readonly places: 'path' | 'reach' | 'phrases' | ((item: Item) => readonly View[])
  /** Where an item begins, if not where the Guide looked at its first phrase; null where nobody knows. */
  readonly start?: (item: Item) => View | null
  /** Whether an item cannot be answered any more; where nothing is said: when words of a phrase were corrected. */
  readonly isStale?: (item: Item) => boolean
  readonly question: (item: Item) => string
  readonly show: (context: ItemContext<Item, Answer, Kept>) => void
}

export interface LandmarkTexts {
  readonly title: string
  /** What the step is called in which people answer. */
  readonly step: string
  readonly introduction: { readonly title: string; readonly steps: readonly InstructionStep[] }
}
