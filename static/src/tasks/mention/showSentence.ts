import './mention.css'

import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { listenForActions } from '../../kit/keys/listenForActions'
import { capKeys, showKeys } from '../../kit/keys/showKeys'
import type { ItemContext } from '../landmarks/kind'
import type { Heard } from '../landmarks/PhraseVoice'
import type { Sentence } from '../landmarks/wire'
import { History } from './History'
import { asksForHead, following, inOrder, isAt, type Mark, type Marked, markOf, marksAt, nameOf, refusal, resized, spanOf, waiting } from './marking'
import { guessed, MarkDetails } from './MarkDetails'
import { MarkedText } from './MarkedText'
import { own } from './messages/own'
import { MarkableText, type Span } from './words'

/** A sentence, and what is proposed for it. */
export interface MentionItem {
  readonly sentence: Sentence
  readonly proposals: readonly Mark[]
}

export interface MentionAnswer {
  readonly transcript_sha256: string
  readonly mentions: readonly Mark[]
}

/** What was marked of these words, and how. */
export interface KeptMarks {
  readonly transcript_sha256: string
  readonly past: readonly Marked[]
  readonly marks: readonly Mark[]
  readonly answered: readonly string[]
}

type MentionContext = ItemContext<MentionItem, MentionAnswer, KeptMarks>

/** Characters of JSON that the changes which can be undone may take in a draft. */
const KEPT_WITHIN = 18_000

/** A Guide's words, in which a person marks what names something. */
export function showSentence(context: MentionContext): void {
  new Marking(context).begin()
}

class Marking {
  private readonly text: MarkableText
  private readonly proposals: readonly Mark[]
  private readonly history: History<Marked>
  private readonly shown: MarkedText
  private readonly details: MarkDetails
  private readonly tools = html('div', { class: 'mention-tools' })
  private readonly words = html('p', { class: 'mention-words', 'data-testid': 'selected-words' })
  /** How many proposals are left. */
  private readonly asked = html('p', { class: 'mention-left', 'data-testid': 'proposals-left' })
  private readonly buttons: Readonly<Record<'accept' | 'refuse' | 'mark' | 'drop' | 'remove' | 'inside' | 'shorter' | 'longer' | 'undo' | 'redo', HTMLButtonElement>>
  private chosen: Mark | null = null
  /** The words from the anchor to the cursor; null while none are being selected. */
  private anchor: number | null = null
  private cursor = 0
  /** The next tap begins to select, also on words that are marked. */
  private goesInside = false

  constructor(private readonly context: MentionContext) {
    const { scope, item, page, kept, place } = context
    const { sentence } = item
    const isKept = kept?.transcript_sha256 === sentence.transcript_sha256
    this.text = new MarkableText(sentence.transcript, sentence.language)
    this.proposals = inOrder(item.proposals)
    this.history = isKept ? new History<Marked>({ marks: kept.marks, answered: kept.answered }, kept.past) : new History<Marked>({ marks: [], answered: [] })
    this.shown = new MarkedText(scope, this.text, sentence)
    this.details = new MarkDetails(scope, { text: this.text, sentence, types: page.types, change: (mark) => this.replace(mark) })
    const make = (name: string, label: string, press: () => void) => button(scope, { name, label, press })
    this.buttons = {
      accept: button(scope, { name: 'accept-proposal', label: own('accept'), icon: 'check', look: 'primary', press: () => this.mark() }),
      refuse: make('refuse-proposal', own('refuse'), () => this.remove()),
      mark: button(scope, { name: 'mark-words', label: own('mark'), look: 'primary', press: () => this.mark() }),
      drop: make('drop-words', own('drop'), () => this.drop()),
      remove: button(scope, { name: 'remove-mark', label: own('remove'), icon: 'bin', press: () => this.remove() }),
      inside: make('mark-inside', own('inside'), () => this.goInside()),
      shorter: make('shorter-mark', own('shorter'), () => this.resize(-1)),
      longer: make('longer-mark', own('longer'), () => this.resize(1)),
      undo: button(scope, { name: 'undo-mark', label: own('undo'), icon: 'undo', bare: true, press: () => this.undo('undo') }),
      redo: button(scope, { name: 'redo-mark', label: own('redo'), icon: 'redo', bare: true, press: () => this.undo('redo') }),
    }
    const keys = { accept: 'markWords', refuse: 'removeMark', mark: 'markWords', remove: 'removeMark', shorter: 'shorterMark', longer: 'longerMark' } as const
    for (const [name, action] of Object.entries(keys)) capKeys(scope, this.buttons[name as keyof typeof keys], action)
    showKeys(scope, this.buttons.undo, 'undoMark')
    showKeys(scope, this.buttons.redo, 'redoMark')
    const { accept, refuse, mark, drop, remove, inside, shorter, longer, undo, redo } = this.buttons
    const history = html('div', { class: 'mention-history' }, undo, redo)
    this.tools.append(accept, refuse, mark, drop, inside, shorter, longer, remove, history)
    place.append(this.shown.element, this.asked, this.words, this.tools, this.details.element)
  }

  begin(): void {
    const { context } = this
    context.hear(() => this.heard(), this.tools)
    context.check(() => this.unfinished())
    this.listen()
    this.goTo(this.waiting[0] ?? null)
    this.tellOfCorrection()
  }

  private get waiting(): readonly Mark[] {
    return waiting(this.proposals, this.history.now)
  }

  /** Marks, and proposals that wait for an answer. */
  private get all(): readonly Mark[] {
    return [...this.history.now.marks, ...this.waiting]
  }

  /** The proposal that is chosen. */
  private get chosenProposal(): Mark | null {
    const { chosen } = this
    return chosen && this.waiting.includes(chosen) ? chosen : null
  }

  private get selection(): Span | null {
    return this.anchor === null ? null : this.text.between(this.anchor, this.cursor)
  }

  private listen(): void {
    const { scope } = this.context
    const { shown } = this
    scope.add(shown.on('tap', (word) => this.tap(word)))
    scope.add(shown.on('drag', ([anchor, cursor]) => this.select(anchor, cursor)))
    scope.add(shown.on('dragged', () => this.mark()))
    scope.add(shown.on('move', ({ by, extend }) => this.move(by, extend)))
    scope.add(shown.on('level', (where) => this.level(where)))
    listenForActions(scope, {
      markWords: () => this.mark(),
      removeMark: () => this.remove(),
      shorterMark: () => this.resize(-1),
      longerMark: () => this.resize(1),
      undoMark: () => this.undo('undo'),
      redoMark: () => this.undo('redo'),
    })
  }

  /** A first tap chooses a mark, or begins to select; a second one ends the selection. */
  private tap(word: number): void {
    const here = this.text.words[word]
    if (!here) return
    if (this.anchor !== null) {
      if (this.anchor === word && this.cursor === word) this.drop()
      else this.select(this.anchor, word)
      return
    }
    const marks = marksAt(this.all, here)
    if (marks.length === 0 || this.goesInside) return this.select(word, word)
    const at = this.chosen && this.cursor === word ? marks.indexOf(this.chosen) : -1
    this.cursor = word
    this.choose(marks[(at + 1) % marks.length] ?? null)
  }

  private select(anchor: number, cursor: number): void {
    this.goesInside = false
    this.chosen = null
    this.anchor = anchor
    this.cursor = cursor
    this.context.say('')
    this.show()
  }

  private drop(): void {
    this.anchor = null
    this.goesInside = false
    this.choose(null)
  }

  private move(by: number, extend: boolean): void {
    const last = this.text.words.length - 1
    const from = this.cursor
    this.cursor = Math.min(last, Math.max(0, from + by))
    if (extend) return this.select(this.anchor ?? from, this.cursor)
    this.anchor = null
    const here = this.text.words[this.cursor]
    this.choose(here ? (marksAt(this.all, here)[0] ?? null) : null)
    if (here && !this.chosen) this.context.say(this.text.slice(here))
  }

  private level(where: 'out' | 'in'): void {
    const here = this.text.words[this.cursor]
    if (!here || !this.chosen) return
    const marks = marksAt(this.all, here)
    const next = marks[marks.indexOf(this.chosen) + (where === 'out' ? 1 : -1)]
    if (next) this.choose(next)
  }

  private choose(mark: Mark | null): void {
    this.chosen = mark
    const words = mark && { words: this.text.slice(spanOf(mark)) }
    this.context.say(words ? own(this.chosenProposal ? 'proposed' : 'chosen', words) : '')
    this.show()
  }

  /** Chooses a mark, with its first word for keys to go on from. */
  private goTo(mark: Mark | null): void {
    const [first] = mark ? this.text.wordsIn(spanOf(mark)) : []
    if (first) this.cursor = Math.max(0, this.text.words.findIndex(({ start, end }) => start <= first.start && first.start < end))
    this.choose(mark)
  }

  private goInside(): void {
    this.goesInside = true
    this.chosen = null
    this.context.say(own('insideHint'))
    this.show()
  }

  /** Says yes to a proposal, with what was changed about it. The next one is shown, unless its main word is to be asked for. */
  private accept(proposal: Mark, changed = proposal): void {
    const { marks, answered } = this.history.now
    this.history.put({ marks: inOrder([...marks, changed]), answered: [...answered, nameOf(proposal)] })
    this.keep()
    this.goTo(changed !== proposal || asksForHead(this.text, changed) ? changed : following(this.waiting, proposal))
  }

  private refuse(proposal: Mark): void {
    const { marks, answered } = this.history.now
    this.history.put({ marks, answered: [...answered, nameOf(proposal)] })
    this.keep()
    this.goTo(following(this.waiting, proposal))
  }

  /** Marks what is selected, what is proposed, or the word of the cursor; on a mark, the next proposal is shown. */
  private mark(): void {
    const proposal = this.chosenProposal
    if (proposal) return this.accept(proposal)
    const next = this.selection === null && this.chosen ? following(this.waiting, this.chosen) : null
    if (next) return this.goTo(next)
    const span = this.selection ?? (this.chosen ? null : this.text.between(this.cursor, this.cursor))
    if (!span) return
    const same = this.waiting.find((each) => isAt(each, span))
    const refused = refusal(this.history.now.marks, span)
    if (refused) {
      this.show()
      this.context.say(own(refused.why, { words: this.text.slice(spanOf(refused.by)) }), { refused: true })
      return
    }
    this.anchor = null
    if (same) this.accept(same)
    else this.put([...this.history.now.marks, markOf(this.text, span)], span)
  }

  private remove(): void {
    const { chosen, chosenProposal } = this
    if (!chosen) return
    if (chosenProposal) return this.refuse(chosenProposal)
    this.put(this.history.now.marks.filter((each) => each !== chosen), null)
    this.context.say(own('removed', { words: this.text.slice(spanOf(chosen)) }))
  }

  private replace(changed: Mark): void {
    const { chosenProposal } = this
    if (chosenProposal) return this.accept(chosenProposal, changed)
    this.put(this.history.now.marks.map((each) => (each === this.chosen ? changed : each)), spanOf(changed))
  }

  private resize(by: 1 | -1): void {
    const { chosen } = this
    const span = chosen && this.text.endMoved(spanOf(chosen), by)
    if (!chosen || !span) return
    const { chosenProposal } = this
    const others = this.history.now.marks.filter((each) => each !== chosen)
    const refused = refusal(others, span)
    if (refused) this.context.say(own(refused.why, { words: this.text.slice(spanOf(refused.by)) }), { refused: true })
    else if (chosenProposal) this.accept(chosenProposal, resized(this.text, chosen, span))
    else this.put([...others, resized(this.text, chosen, span)], span)
  }

  private undo(what: 'undo' | 'redo'): void {
    const before = this.chosen && spanOf(this.chosen)
    if (!this.history[what]()) return
    this.anchor = null
    this.keep()
    this.choose(this.at(before))
    this.context.say(own(what === 'undo' ? 'undone' : 'redone'))
  }

  /** The marks from now on; the one at `span` is chosen. */
  private put(marks: readonly Mark[], span: Span | null): void {
    this.history.put({ marks: inOrder(marks), answered: this.history.now.answered })
    this.keep()
    this.choose(this.at(span))
  }

  private at(span: Span | null): Mark | null {
    return (span && this.all.find((each) => isAt(each, span))) ?? null
  }

  private keep(): void {
    const { context, history } = this
    const { transcript_sha256: sha } = context.item.sentence
    context.keep({ transcript_sha256: sha, past: history.kept(KEPT_WITHIN), ...history.now })
  }

  private show(): void {
    const { history, chosen, chosenProposal, waiting: proposals, selection, buttons, context } = this
    const { marks } = history.now
    const span = selection ?? (chosen && spanOf(chosen))
    this.shown.show({ marks, proposals, chosen, selection, cursor: this.cursor })
    if (this.shown.isDragged) return
    this.details.show(chosen)
    const { sentence } = context.item
    this.words.replaceChildren(span ? html('span', { lang: sentence.language, dir: sentence.direction }, `“${this.text.slice(span)}”`) : own(proposals.length > 0 ? 'hintProposals' : marks.length === 0 ? 'hintFirst' : 'hint'))
    this.asked.hidden = proposals.length === 0
    this.asked.textContent = own('left', { count: proposals.length })
    if (chosenProposal) this.words.append(' ', html('span', { class: 'mention-guess', 'data-testid': 'guess' }, guessed(chosenProposal)))
    this.words.classList.toggle('hint', span === null)
    for (const name of ['mark', 'drop'] as const) buttons[name].hidden = selection === null
    for (const name of ['accept', 'refuse'] as const) buttons[name].hidden = chosenProposal === null
    for (const name of ['remove', 'inside', 'shorter', 'longer'] as const) buttons[name].hidden = chosen === null || chosenProposal !== null
    if (chosen && !chosenProposal) buttons.inside.hidden = this.text.wordsIn(spanOf(chosen)).length < 2
    buttons.undo.disabled = !history.hasPast
    buttons.redo.disabled = !history.hasFuture
    context.change({ transcript_sha256: sentence.transcript_sha256, mentions: marks })
  }

  /** What "Next" says before it is pressed again. */
  private unfinished(): string | null {
    const { marks } = this.history.now
    if (this.waiting.length > 0) return own('unanswered', { count: this.waiting.length })
    if (marks.length === 0) return own('nothing')
    const untyped = marks.filter(({ types, visual }) => visual && types.length === 0).length
    return untyped > 0 ? own('untyped', { count: untyped }) : null
  }

  private tellOfCorrection(): void {
    const { kept, item } = this.context
    if (kept && kept.transcript_sha256 !== item.sentence.transcript_sha256) this.context.say(own('lost'), { refused: true })
    else if (item.sentence.stale) this.context.say(own('corrected'))
  }

  /** The words that are selected or chosen, as they were said; everything where nothing is. */
  private heard(): Heard {
    const { sentence } = this.context.item
    const span = this.selection ?? (this.chosen && spanOf(this.chosen))
    const said = span ? sentence.words.filter(({ start_char: start, end_char: end }) => start < span.end && span.start < end) : []
    return { sentence, start_time: said[0]?.start_time ?? null, end_time: said.at(-1)?.end_time ?? null }
  }
}
