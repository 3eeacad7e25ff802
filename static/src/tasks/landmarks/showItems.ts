import './landmarks.css'

import { button, relabel } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { listenForActions } from '../../kit/keys/listenForActions'
import { capKeys } from '../../kit/keys/showKeys'
import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { problemMessage } from '../../kit/notices/message'
import type { View } from '../../viewer/types'
import type { PhaseContext } from '../phases/defineTask'
import { AnswerRow } from './AnswerRow'
import type { Choice, LandmarkKind } from './kind'
import type { ItemsSession } from './ItemsSession'
import { own } from './messages/own'
import { PhraseList } from './PhraseList'
import { type Heard, PhraseVoice } from './PhraseVoice'
import { goToLook, PlaceBar } from './PlaceBar'
import { progress } from './Progress'
import { lookedAt } from './wire'

type Context<Item, Answer extends object, Kept> = Pick<PhaseContext<ItemsSession<Item, Answer, Kept>, 'send'>, 'scope' | 'root' | 'session' | 'send'>

const MOST_CHARACTERS = 500

/** The items of a page, one after the other: the picture, and beside it what is asked. */
export function showItems<Item, Answer extends object, Kept>(context: Context<Item, Answer, Kept>, kind: LandmarkKind<Item, Answer, Kept>): void {
  new Items(context, kind).go(context.session.at)
}

class Items<Item, Answer extends object, Kept> {
  private readonly session: ItemsSession<Item, Answer, Kept>
  private readonly bars = html('div', { class: 'landmark-bars' })
  private readonly panel = html('section', { class: 'panel landmark-panel' })
  /** What of the panel scrolls; what ends an item stays in view below it. */
  private readonly scroller = html('div', { class: 'landmark-scroll' })
  /** Tells screen readers what is asked now, wherever the focus is. */
  private readonly told = html('p', { class: 'visually-hidden', role: 'status', 'data-testid': 'told' })
  private readonly voice: PhraseVoice
  private scope: Scope

  constructor(
    private readonly context: Context<Item, Answer, Kept>,
    private readonly kind: LandmarkKind<Item, Answer, Kept>,
  ) {
    const { scope, root, session } = context
    this.session = session
    this.scope = new Scope(scope)
    this.voice = new PhraseVoice(scope, session.client, root)
    const { viewer, clock } = session
    root.append(html('div', { class: 'landmark-place' }, viewer.container, this.bars), this.panel, this.told)
    const watch = () => {
      clock.watch(document.visibilityState === 'visible')
      if (document.visibilityState === 'hidden') session.keep()
    }
    scope.listen(document, 'visibilitychange', watch)
    scope.add(() => clock.show(null))
    listenForActions(scope, {
      nextItem: () => this.go(Math.min(this.session.at + 1, this.last)),
      lastItem: () => this.go(Math.max(this.session.at - 1, 0)),
    })
  }

  /** The last page that can be turned to: the end, once nothing is open. */
  private get last(): number {
    const { length } = this.session.page.items
    return this.session.nextOpen(-1) === length ? length : length - 1
  }

  /** Turns to an item, or to the end. */
  go(at: number): void {
    const { session } = this
    this.scope.dispose()
    this.scope = new Scope(this.context.scope)
    this.voice.stop()
    session.at = at
    const item = session.page.items[at]
    session.clock.show(item === undefined || session.isLeftOut(at) ? null : at)
    session.clock.watch(document.visibilityState === 'visible')
    const isInPicture = session.viewer.container.contains(document.activeElement)
    this.bars.replaceChildren()
    this.panel.replaceChildren(this.scroller)
    this.scroller.replaceChildren(...this.head(at))
    if (item === undefined) this.showEnd()
    else if (session.isLeftOut(at)) this.showLeftOut(at)
    else new Item(this.scope, this.parts(item, at), this.kind, (next) => this.go(next))
    this.scroller.scrollTop = 0
    const title = this.panel.querySelector('h1')
    if (!isInPicture) title?.focus({ preventScroll: true })
    this.told.textContent = isInPicture ? (title?.textContent ?? '') : ''
  }

  private parts(item: Item, at: number): ItemParts<Item, Answer, Kept> {
    const { session, voice, panel, scroller, bars } = this
    return { item, at, session, voice, panel, scroller, bars, send: () => this.context.send('send') }
  }

  private head(at: number): HTMLElement[] {
    const { session, scope } = this
    const total = session.page.items.length
    const isAnswered = (item: number) => session.answer(item) !== null
    const marks = progress(scope, { at, total, isAnswered, isLeftOut: (item) => session.isLeftOut(item), go: (item) => this.go(item) })
    const unkept = session.storageProblem ? [problemMessage(scope, session.storageProblem, { title: t('saved.notHere') })] : []
    return [marks, ...unkept]
  }

  private showLeftOut(at: number): void {
    const { session, scope } = this
    const next = button(scope, { name: 'take-answer', label: own('next'), look: 'primary', press: () => this.go(session.nextOpen(at)) })
    capKeys(scope, next, 'takeAnswer')
    listenForActions(scope, { takeAnswer: () => next.click() })
    this.scroller.append(html('h1', { class: 'landmark-question', tabindex: -1, 'data-testid': 'left-out' }, own('stale.one')))
    this.panel.append(ending(next))
  }

  private showEnd(): void {
    const { session, scope, context } = this
    const { items } = session.page
    const leftOut = items.filter((_, item) => session.isLeftOut(item)).length
    const submit = button(scope, { name: 'submit', label: own('end.send'), icon: 'check', look: 'primary', press: () => context.send('send') })
    capKeys(scope, submit, 'takeAnswer')
    listenForActions(scope, { takeAnswer: () => submit.click() })
    const some = leftOut > 0 && leftOut < items.length ? [html('p', { class: 'hint', 'data-testid': 'some-left-out' }, own('stale.some'))] : []
    this.scroller.append(
      html('h1', { class: 'landmark-question', tabindex: -1, 'data-testid': 'all-answered' }, own('end.title')),
      html('p', {}, own(leftOut === items.length ? 'end.none' : 'end.detail')),
      ...some,
    )
    this.panel.append(ending(submit))
  }
}

interface ItemParts<Item, Answer extends object, Kept> {
  item: Item
  at: number
  session: ItemsSession<Item, Answer, Kept>
  voice: PhraseVoice
  panel: HTMLElement
  scroller: HTMLElement
  bars: HTMLElement
  send: () => void
}

/** One item while it is on the screen. */
class Item<Asked, Answer extends object, Kept> {
  private readonly said = html('p', { class: 'landmark-said', 'aria-live': 'polite', 'data-testid': 'said' })
  private readonly question = html('h1', { class: 'landmark-question', tabindex: -1, 'data-testid': 'question' })
  private readonly phrases: PhraseList
  private readonly answers: AnswerRow<Answer>
  private readonly next: HTMLButtonElement
  /** What "Next" takes. */
  private ready: Answer | null
  /** Of the item, where it has its own; and which of them is talked of. */
  private readonly views: readonly View[] | null
  private seen = 0
  private unfinished: () => string | null = () => null
  private warned: string | null = null
  private heard: (() => Heard) | null = null

  constructor(
    private readonly scope: Scope,
    private readonly parts: ItemParts<Asked, Answer, Kept>,
    private readonly kind: LandmarkKind<Asked, Answer, Kept>,
    private readonly go: (item: number) => void,
  ) {
    const { item, at, session, voice, panel, scroller, bars } = parts
    const { page, viewer } = session
    this.ready = session.answer(at)
    this.phrases = new PhraseList(scope, kind.phrases(item), voice)
    this.answers = new AnswerRow<Answer>(scope, (answer) => this.take(answer))
    this.next = button(scope, { name: 'take-answer', label: own('next'), look: 'primary', press: () => this.accept() })
    capKeys(scope, this.next, 'takeAnswer')
    this.views = typeof kind.places === 'string' ? null : kind.places(item)
    const viewpoints = typeof kind.places !== 'string' || kind.places === 'phrases' ? [] : page[kind.places]
    const shown = () => (this.views ? ([this.seen, this.views.length] as const) : ([this.phrases.current, kind.phrases(item).length] as const))
    const look = this.views || this.phrases.phrase ? () => void this.look() : null
    const places = new PlaceBar(scope, { viewer, viewpoints, ofViews: this.views !== null, turnPhrase: (by) => this.turn(by), phrase: shown, look })
    const place = html('div', { class: 'landmark-work' })
    const tools = html('div', { class: 'landmark-tools' })
    bars.append(tools, places.element)
    scroller.append(this.question, this.phrases.element, place, this.comment())
    panel.append(ending(this.said, this.answers.element, this.next))
    scope.add(this.phrases.on('look', (number) => this.turnTo(number)))
    scope.add(this.phrases.on('change', () => places.show()))
    scope.add(this.phrases.on('unheard', () => this.say(own('words.unheard'), { refused: true })))
    listenForActions(scope, {
      playPhrase: () => this.play(),
      lookThere: () => void this.look(),
      nextPlace: () => places.step(1),
      lastPlace: () => places.step(-1),
      takeAnswer: () => this.next.click(),
    })
    this.ask(kind.question(item))
    this.offer([])
    this.begin(place, tools)
  }

  private begin(place: HTMLElement, bar: HTMLElement): void {
    const { item, at, session } = this.parts
    const { viewer, page } = session
    void this.look({ quietly: true, at: this.kind.start?.(item) ?? this.looked() })
    this.kind.show({
      scope: this.scope,
      item,
      page,
      viewer,
      snap: session.snap,
      place,
      bar,
      answer: session.answer(at),
      kept: session.keptOf(at),
      looked: () => this.looked(),
      ask: (question) => this.ask(question),
      offer: (choices) => this.offer(choices),
      change: (answer) => this.change(answer),
      keep: (kept) => session.change(at, { kept }),
      check: (unfinished) => (this.unfinished = unfinished),
      hear: (heard, into) => this.hear(heard, into),
      take: (answer) => this.take(answer),
      say: (text, options) => this.say(text, options),
    })
  }

  private ask(question: string): void {
    this.question.textContent = question
  }

  private offer(choices: readonly Choice<Answer>[]): void {
    this.answers.show(choices, this.ready)
    this.showNext()
  }

  private change(answer: Answer | null): void {
    this.ready = answer
    this.showNext()
  }

  /** "Next" is there for an answer that was given, and for what people make bit by bit. */
  private showNext(): void {
    this.next.disabled = this.ready === null
    this.next.hidden = this.ready === null && !this.answers.element.hidden
  }

  /** Takes what is ready; what seems unfinished is said first, and taken at the second press. */
  private accept(): void {
    if (this.ready === null) return
    const unfinished = this.unfinished()
    if (unfinished !== null && unfinished !== this.warned) {
      this.warned = unfinished
      this.say(unfinished, { refused: true })
    } else this.take(this.ready, true)
  }

  /** Keeps an answer and goes on; the only item of a page that was answered with "Next" is sent at once. */
  private take(answer: Answer, sure = false): void {
    const { session, at, send } = this.parts
    session.change(at, { answer })
    if (sure && session.page.items.length === 1) send()
    else this.go(session.nextOpen(at))
  }

  private play(): void {
    if (this.heard) this.parts.voice.toggle(this.heard()).catch(() => !this.scope.disposed && this.say(own('words.unheard'), { refused: true }))
    else this.phrases.play()
  }

  private hear(heard: () => Heard, place: HTMLElement): void {
    const { scope, parts: { voice } } = this
    this.heard = heard
    const { sentence } = heard()
    if (sentence.voice_url === null) place.prepend(html('p', { class: 'hint', 'data-testid': 'voice-hint' }, own('words.noVoice')))
    else {
      const player = button(scope, { name: 'play-phrase', label: own('words.play'), icon: 'play', press: () => this.play() })
      capKeys(scope, player, 'playPhrase')
      scope.add(voice.on('change', (sounding) => relabel(player, own(sounding ? 'words.stop' : 'words.play'), sounding ? 'pause' : 'play')))
      place.prepend(html('div', { class: 'landmark-controls' }, player))
    }
  }

  private looked(): View | null {
    const { phrase } = this.phrases
    return this.views ? (this.views[this.seen] ?? null) : phrase && lookedAt(phrase)
  }

  /** Shows where the Guide looked at the phrase that is talked of, or says why nobody knows. */
  private async look({ quietly = false, at = this.looked() } = {}): Promise<void> {
    const { phrase } = this.phrases
    if (at) {
      if (quietly) await this.parts.session.viewer.ready
      if (!this.scope.disposed) await goToLook(this.parts.session.viewer, at)
    } else if (phrase?.unseen) this.say(own(`unseen.${phrase.unseen}`))
  }

  private turn(by: 1 | -1): void {
    const { length } = this.views ?? this.kind.phrases(this.parts.item)
    const current = this.views ? this.seen : this.phrases.current
    if (length > 0) this.turnTo((current + by + length) % length)
  }

  private turnTo(number: number): void {
    this.seen = number
    if (number < this.kind.phrases(this.parts.item).length) this.phrases.choose(number)
    this.say('')
    void this.look()
  }

  private comment(): HTMLElement {
    const { session, at } = this.parts
    const area = html('textarea', { rows: 2, maxlength: MOST_CHARACTERS, dir: 'auto', 'aria-label': own('commentLabel'), 'data-testid': 'comment' })
    area.value = session.comment(at)
    this.scope.listen(area, 'input', () => session.change(at, { comment: area.value }))
    return html('details', { class: 'landmark-comment', open: area.value !== '' }, html('summary', { 'data-testid': 'add-comment' }, own('comment')), area)
  }

  private say(text: string, { refused = false } = {}): void {
    this.said.setAttribute('aria-live', refused ? 'assertive' : 'polite')
    this.said.toggleAttribute('data-refused', refused)
    this.said.textContent = text
  }
}

/** What is always in view below the panel's content. */
const ending = (...children: HTMLElement[]): HTMLElement => html('div', { class: 'panel-end landmark-end' }, ...children)
