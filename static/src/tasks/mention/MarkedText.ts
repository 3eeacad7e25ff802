import { html } from '../../kit/dom/html'
import { Emitter } from '../../kit/lifecycle/Emitter'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { Sentence } from '../landmarks/wire'
import type { Mark } from './marking'
import { own } from './messages/own'
import { nested, type Node } from './tree'
import type { MarkableText, Span } from './words'

interface MarkedTextEvents {
  /** A word was tapped. */
  tap: number
  /** Words were dragged over, from the first to the last. */
  drag: readonly [number, number]
  /** ... and let go of. */
  dragged: null
  /** A key goes on by so many words; `extends`: with what lies between. */
  move: { readonly by: number; readonly extend: boolean }
  /** A key goes to the mark around the one that is chosen, or back into it. */
  level: 'out' | 'in'
}

export interface ShownMarks {
  readonly marks: readonly Mark[]
  /** Proposals that wait for a yes or a no. */
  readonly proposals: readonly Mark[]
  readonly chosen: Mark | null
  readonly selection: Span | null
  /** The word that keys act on. */
  readonly cursor: number
}

/** A text whose words are marked: dragged over by mouse, tapped one after the other, or gone through by key. */
export class MarkedText extends Emitter<MarkedTextEvents> {
  readonly element: HTMLElement
  private anchor: number | null = null
  private over: number | null = null
  private dragging = false
  private wasDragged = false

  constructor(
    scope: Scope,
    private readonly text: MarkableText,
    private readonly sentence: Sentence,
  ) {
    super()
    const { language: lang, direction: dir } = sentence
    this.element = html('div', { class: 'instruction mention-text', lang, dir, role: 'application', tabindex: 0, 'aria-label': own('text'), 'data-testid': 'marked-text' })
    scope.listen(this.element, 'pointerdown', (event) => this.press(event))
    scope.listen(this.element, 'pointermove', (event) => this.moveOver(event))
    scope.listen(document, 'pointerup', () => this.release())
    scope.listen(document, 'pointercancel', () => this.release())
    scope.listen(this.element, 'click', ({ target }) => this.click(target))
    scope.listen(this.element, 'keydown', (event) => this.key(event))
  }

  /** Whether words are being dragged over: nothing around them should move. */
  get isDragged(): boolean {
    return this.dragging
  }

  show({ marks, proposals, chosen, selection, cursor }: ShownMarks): void {
    const heads = marks.flatMap(({ head }) => (head ? [head] : []))
    const shown = (node: Node): HTMLElement | string => {
      if ('mark' in node) {
        const isChosen = node.mark === chosen
        const classes = [!node.mark.visual && 'mention-unseen', proposals.includes(node.mark) && 'mention-proposed'].filter(Boolean).join(' ')
        return html(proposals.includes(node.mark) ? 'span' : 'mark', { class: classes, 'data-chosen': isChosen }, ...node.children.map(shown))
      }
      const isSelected = selection !== null && selection.start < node.end && node.start < selection.end
      const words = this.text.slice(node)
      if (node.word === null) return isSelected ? html('span', { class: 'mention-selected' }, words) : words
      const isHead = heads.some(([start, end]) => start < node.end && node.start < end)
      const classes = [isSelected && 'mention-selected', isHead && 'mention-head', node.word === cursor && 'mention-cursor'].filter(Boolean).join(' ')
      return html('span', { class: classes, 'data-word': node.word }, words)
    }
    this.element.replaceChildren(...nested(this.text.points.length, this.text.words, [...marks, ...proposals]).map(shown))
  }

  private press({ button, pointerType, target }: PointerEvent): void {
    this.wasDragged = false
    // A finger that moves scrolls.
    if (button === 0 && pointerType !== 'touch') this.anchor = this.over = wordOf(target)
  }

  private moveOver({ clientX, clientY, buttons }: PointerEvent): void {
    if (this.anchor === null || buttons === 0) return
    const word = wordOf(document.elementFromPoint(clientX, clientY))
    if (word === null || word === this.over) return
    this.over = word
    this.dragging = true
    this.emit('drag', [this.anchor, word])
  }

  private release(): void {
    this.anchor = null
    if (!this.dragging) return
    this.dragging = false
    this.wasDragged = true
    this.emit('dragged', null)
  }

  private click(target: EventTarget | null): void {
    const word = wordOf(target)
    if (word !== null && !this.wasDragged) this.emit('tap', word)
  }

  /** Arrows mean what they show: among words of Urdu, the next one lies to the left. */
  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const onwards = this.sentence.direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const { key, shiftKey: extend } = event
    if (key === 'ArrowLeft' || key === 'ArrowRight') this.emit('move', { by: key === onwards ? 1 : -1, extend })
    else if (key === 'Home' || key === 'End') this.emit('move', { by: key === 'End' ? Infinity : -Infinity, extend })
    else if (key === 'ArrowUp' || key === 'ArrowDown') this.emit('level', key === 'ArrowUp' ? 'out' : 'in')
    else return
    event.preventDefault()
  }
}

function wordOf(target: EventTarget | null): number | null {
  const word = target instanceof Element ? target.closest<HTMLElement>('[data-word]')?.dataset.word : undefined
  return word === undefined ? null : Number(word)
}
