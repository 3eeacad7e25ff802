import type { ExerciseResult, ItemTruth } from '../../../api/types'
import { button } from '../../../kit/dom/button'
import { html } from '../../../kit/dom/html'
import { listenForActions } from '../../../kit/keys/listenForActions'
import { capKeys } from '../../../kit/keys/showKeys'
import { Scope } from '../../../kit/lifecycle/Scope'
import { RegionLayer } from '../../../viewer/regions/RegionLayer'
import type { View } from '../../../viewer/types'
import type { Viewer } from '../../../viewer/Viewer'
import { CodePoints } from '../../../annotations/codePoints'
import type { ItemsSession } from '../../landmarks/ItemsSession'
import type { LandmarkKind } from '../../landmarks/kind'
import { goToLook, PlaceBar } from '../../landmarks/PlaceBar'
import { PhraseList } from '../../landmarks/PhraseList'
import { PhraseVoice } from '../../landmarks/PhraseVoice'
import { lookedAt, type Phrase, type Sentence } from '../../landmarks/wire'
import { explained, explainedMarks, type Marked } from './explained'
import { regionsOf, thingsOf, viewsOf } from './shownTruth'
import { own } from './texts'

export interface FeedbackParts<Item, Answer extends object, Kept> {
  readonly scope: Scope
  readonly root: HTMLElement
  readonly kind: LandmarkKind<Item, Answer, Kept>
  readonly session: ItemsSession<Item, Answer, Kept>
  /** The viewer of the exercise is gone with it: this is another one. */
  readonly viewer: Viewer
  readonly result: ExerciseResult
  /** To the tasks. */
  readonly next: () => void
  readonly again: () => void
}

/** Shows item by item whether the answer was right, what is right, and why. */
export class Feedback<Item, Answer extends object, Kept> {
  private readonly panel = html('section', { class: 'panel landmark-panel', 'data-testid': 'exercise-feedback' })
  private readonly bars = html('div', { class: 'landmark-bars' })
  private readonly layer: RegionLayer
  private readonly voice: PhraseVoice
  private shown: Scope

  constructor(private readonly parts: FeedbackParts<Item, Answer, Kept>) {
    const { scope, root, viewer, session } = parts
    this.shown = new Scope(scope)
    this.layer = viewer.layer((over) => new RegionLayer(over))
    this.voice = new PhraseVoice(scope, session.client, root)
    root.append(html('div', { class: 'landmark-place' }, viewer.container, this.bars), this.panel)
    this.show(0)
  }

  private show(at: number): void {
    const { parts, panel } = this
    const { result, session, kind, viewer } = parts
    const [truth, item] = [result.items[at], session.page.items[at]]
    if (truth === undefined || item === undefined) return
    this.shown.dispose()
    const scope = (this.shown = new Scope(parts.scope))
    const phrases = kind.phrases(item)
    const { state, words } = stateOf(truth)
    const title = html('h1', { class: 'exercise-state', 'data-state': state, 'data-testid': 'exercise-state', tabindex: -1 }, words)
    const list = new PhraseList(scope, phrases, this.voice)
    const legend = this.legend(truth, phrases)
    const content = html('div', { class: 'landmark-scroll' }, this.head(scope, at), title, ...this.why(truth, item, session.answer(at), phrases), list.element, ...(legend ? [legend] : []))
    panel.replaceChildren(content, this.ending(scope, at))
    this.layer.show(regionsOf(truth, phrases))
    this.placeBar(scope, list, viewsOf(truth, phrases), viewer)
    title.focus({ preventScroll: true })
  }

  /** How it went, and a mark for each item, which leads there. */
  private head(scope: Scope, at: number): HTMLElement {
    const { items, right, total, needed, enough } = this.parts.result
    const marks = items.map((truth, item) => {
      const { state, words } = stateOf(truth)
      const mark = button(scope, { name: `exercise-item-${item + 1}`, label: own('item', { number: item + 1, state: words }), bare: true, press: () => this.show(item) })
      mark.dataset.state = state
      mark.append(String(item + 1))
      if (item === at) mark.setAttribute('aria-current', 'step')
      return html('li', {}, mark)
    })
    const score = html('p', { class: 'exercise-score', 'data-testid': enough ? 'exercise-passed' : 'exercise-failed' }, html('strong', {}, own('score', { right, total })), ` · ${enough ? own('passed') : own('failed', { needed })}`)
    return html('div', { class: 'landmark-progress exercise-progress' }, score, ...(marks.length > 1 ? [html('ol', {}, ...marks)] : []))
  }

  private why(truth: ItemTruth, item: Item, answer: Answer | null, phrases: readonly Phrase[]): HTMLElement[] {
    const { sentence } = item as { sentence?: Sentence }
    const said = answer as { mentions?: readonly Marked[] } | null
    const text = (why: readonly string[]) => html('div', { class: 'exercise-why', 'data-testid': 'exercise-why' }, ...why.map((each) => html('p', {}, each)))
    if (sentence === undefined || said?.mentions === undefined) return [text(explained(truth, phrases))]
    return [text(explainedMarks(truth, said.mentions, sentence)), markedText(truth, sentence)]
  }

  private legend(truth: ItemTruth, phrases: readonly Phrase[]): HTMLElement | null {
    const things = thingsOf(truth)
    const other = truth.drawn ? own('colours.drawn') : truth.shown.length > 0 ? own('colours.shown') : null
    if (things.length === 0 && other === null) return null
    const colours = things.map(({ phrases: numbers }, number) => {
      const name = things.length === 1 ? own('colours.right') : numbers.map((each) => phrases[each]?.text ?? '').join(' = ')
      const language = things.length === 1 ? document.documentElement.lang : (phrases[numbers[0] ?? 0]?.sentence.language ?? '')
      return html('li', { 'data-colour': String(number) }, html('span', { lang: language }, name))
    })
    return html('ul', { class: 'exercise-legend' }, ...colours, ...(other === null ? [] : [html('li', { 'data-colour': 'other' }, other)]))
  }

  private placeBar(scope: Scope, list: PhraseList, views: readonly View[], viewer: Viewer): void {
    const looked = list.phrase ? lookedAt(list.phrase) : null
    const places = views.length > 0 ? views : looked ? [looked] : []
    let seen = 0
    const look = () => {
      const view = places[seen]
      if (view) void viewer.ready.then(() => (scope.disposed ? undefined : goToLook(viewer, view)))
    }
    const bar = new PlaceBar(scope, {
      viewer,
      viewpoints: [],
      ofViews: true,
      turnPhrase: (by) => {
        seen = (seen + by + places.length) % Math.max(1, places.length)
        look()
      },
      phrase: () => [seen, places.length],
      look: views.length > 0 ? look : null,
    })
    this.bars.replaceChildren(...(places.length > 1 ? [bar.element] : []))
    listenForActions(scope, { nextPlace: () => bar.step(1), lastPlace: () => bar.step(-1), lookThere: look })
    look()
  }

  /** The way on is always there; until the last item, the next one is what the key takes. */
  private ending(scope: Scope, at: number): HTMLElement {
    const { result, next, again } = this.parts
    const isLast = at === result.items.length - 1
    const look = (primary: boolean) => (primary ? 'primary' : 'plain')
    const onwards = isLast ? null : button(scope, { name: 'exercise-next', label: own('next'), look: 'primary', press: () => this.show(at + 1) })
    const over = result.passed ? button(scope, { name: 'exercise-over', label: own('tasks'), look: look(isLast), press: next }) : null
    const repeat = button(scope, { name: 'exercise-again', label: own(result.passed ? 'more' : 'again'), icon: 'restart', look: look(isLast && !result.passed), press: again })
    const primary = onwards ?? over ?? repeat
    capKeys(scope, primary, 'takeAnswer')
    const step = (by: number) => this.show(Math.min(result.items.length - 1, Math.max(0, at + by)))
    listenForActions(scope, { takeAnswer: () => primary.click(), nextItem: () => step(1), lastItem: () => step(-1) })
    return html('div', { class: 'panel-end landmark-end exercise-end' }, ...[onwards, over, repeat].flatMap((each) => each ?? []))
  }
}

function stateOf({ marks }: ItemTruth): { state: 'right' | 'wrong'; words: string } {
  const right = marks.filter(Boolean).length
  const state = right === marks.length ? 'right' : 'wrong'
  return { state, words: marks.length > 1 && state === 'wrong' ? own('state.partly', { right, total: marks.length }) : own(`state.${state}`) }
}

/** A sentence with all that it names. */
function markedText({ outer }: ItemTruth, { transcript, language, direction }: Sentence): HTMLElement {
  const text = new CodePoints(transcript)
  const ends = [0, ...outer.map(([, end]) => end)]
  const pieces = outer.flatMap(([start, end], number) => [text.slice(ends[number] ?? 0, start), html('mark', {}, text.slice(start, end))])
  return html('p', { class: 'landmark-words exercise-marked', lang: language, dir: direction, 'data-testid': 'exercise-marked' }, ...pieces, text.slice(ends.at(-1) ?? 0, text.length))
}
