import { html } from '../../../kit/dom/html'
import type { Scope } from '../../../kit/lifecycle/Scope'
import { drawInto } from '../../../kit/view/drawing'
import type { WaveformView } from '../../../player/VoiceWaveform'
import type { Edge, EditedWord, Words } from './edits'
import { say } from '../../../kit/messages/staffMessages'

/** Seconds that an arrow key moves an edge, and with Shift. */
const NUDGE_SECONDS = { fine: 0.01, coarse: 0.1 }
/** A pointer that moved less has clicked; pixels. */
const CLICK = 3

interface WordTrackHandlers {
  select(index: number): void
  /** Of the words as they were when the pointer went down: `edge` null is the whole word. */
  drag(index: number, edge: Edge | null, seconds: number): void
  /** The pointer let go; `moved` unless it was a click. */
  drop(index: number, moved: boolean): void
  /** By a key. */
  nudge(index: number, edge: Edge, seconds: number): void
}

/** Words as boxes on a waveform, whose edges are dragged, or focused and moved by the arrow keys. */
export class WordTrack {
  readonly element: HTMLElement
  private readonly lane = html('div', { class: 'word-lane' })
  private readonly draw = drawInto(this.lane)
  private grabbed: { index: number; edge: Edge | null; x: number; moved: boolean } | null = null

  constructor(
    scope: Scope,
    private readonly duration: number,
    private readonly handlers: WordTrackHandlers,
  ) {
    this.element = html('div', { class: 'word-track', role: 'group', 'aria-label': say('Words on the waveform'), 'data-testid': 'word-track' }, this.lane)
    scope.listen(this.lane, 'pointerdown', (event) => this.grab(event))
    scope.listen(this.lane, 'pointermove', (event) => this.drag(event))
    scope.listen(this.lane, 'pointerup', () => this.drop())
    scope.listen(this.lane, 'pointercancel', () => this.drop())
    scope.listen(this.lane, 'keydown', (event) => this.nudge(event))
    scope.listen(this.lane, 'focusin', ({ target }) => this.focus(target))
  }

  /** Lays the words where the waveform shows their seconds. */
  follow({ left, width }: WaveformView): void {
    this.lane.style.width = `${width}px`
    this.lane.style.transform = `translateX(${-left}px)`
  }

  show(words: Words, selected: number): void {
    this.draw(words.map((word, index) => <WordBox key={index} word={word} index={index} selected={index === selected} duration={this.duration} />))
  }

  focusEdge(index: number, edge: Edge): void {
    this.lane.querySelector<HTMLElement>(`[data-index="${index}"] [data-edge=${edge}]`)?.focus()
  }

  private grab(event: PointerEvent): void {
    const found = this.at(event.target)
    if (!found || event.button !== 0) return
    event.preventDefault()
    this.lane.setPointerCapture(event.pointerId)
    this.grabbed = { ...found, x: event.clientX, moved: false }
    this.handlers.select(found.index)
    if (found.edge) this.focusEdge(found.index, found.edge)
  }

  private drag({ clientX }: PointerEvent): void {
    if (!this.grabbed) return
    const { index, edge, x } = this.grabbed
    this.grabbed.moved ||= Math.abs(clientX - x) >= CLICK
    if (!this.grabbed.moved) return
    this.handlers.drag(index, edge, ((clientX - x) / this.lane.clientWidth) * this.duration)
  }

  private drop(): void {
    if (this.grabbed) this.handlers.drop(this.grabbed.index, this.grabbed.moved)
    this.grabbed = null
  }

  private nudge(event: KeyboardEvent): void {
    const found = this.at(event.target)
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (!found?.edge || direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    this.handlers.nudge(found.index, found.edge, direction * (event.shiftKey ? NUDGE_SECONDS.coarse : NUDGE_SECONDS.fine))
  }

  private focus(target: EventTarget | null): void {
    const found = this.at(target)
    if (found) this.handlers.select(found.index)
  }

  private at(target: EventTarget | null): { index: number; edge: Edge | null } | null {
    if (!(target instanceof Element)) return null
    const index = Number(target.closest<HTMLElement>('.word-box')?.dataset.index ?? -1)
    const edge = target.closest<HTMLElement>('.word-edge')?.dataset.edge as Edge | undefined
    return index < 0 ? null : { index, edge: edge ?? null }
  }
}

interface WordBoxProps {
  readonly word: EditedWord
  readonly index: number
  readonly selected: boolean
  /** Of the whole voice; seconds. */
  readonly duration: number
}

function WordBox({ word, index, selected, duration }: WordBoxProps) {
  const share = (seconds: number) => `${(100 * seconds) / duration}%`
  const tabindex = selected ? 0 : -1
  return (
    <div
      class="word-box"
      data-index={index}
      data-selected={selected ? '' : undefined}
      style={{ left: share(word.start_time), width: share(word.end_time - word.start_time) }}
    >
      <span class="word-edge" data-edge="start_time" data-testid="word-start_time" aria-label={say('Start of “{{word}}”', { word: word.word })} tabindex={tabindex} {...slider(duration, word.start_time)} />
      <span class="word-label" dir="auto">
        {word.word}
      </span>
      <span class="word-edge" data-edge="end_time" data-testid="word-end_time" aria-label={say('End of “{{word}}”', { word: word.word })} tabindex={tabindex} {...slider(duration, word.end_time)} />
    </div>
  )
}

/** A slider as it is read aloud: to a hundredth of a second, as a key moves it. */
const slider = (duration: number, now: number): Readonly<Record<string, string>> => ({
  role: 'slider',
  'aria-valuemin': '0',
  'aria-valuemax': duration.toFixed(2),
  'aria-valuenow': now.toFixed(2),
  'aria-valuetext': say('{{number}} seconds', { number: now.toFixed(2) }),
})
