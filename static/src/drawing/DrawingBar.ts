import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import type { Icon } from '../kit/dom/icons'
import type { Action } from '../kit/keys/actions'
import { keyChanges } from '../kit/keys/bindings'
import { capKeys, keyWords } from '../kit/keys/showKeys'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { EXTREMES, type Sketch, type Tool } from './Sketch'
import { described } from './words'

export interface BarActs {
  readonly use: (tool: Tool) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Null where nothing can be asked. */
  readonly snap: (() => void) | null
  readonly remove: () => void
  readonly take: () => void
  readonly back: () => void
  readonly drop: () => void
  readonly goThere: () => void
  readonly select: (index: number) => void
}

/** Beside what is drawn: what else the bar tells of. */
export interface BarState {
  readonly here: string
  readonly waiting: boolean
  readonly preview: boolean
}

const TOOLS: Record<Tool, { readonly action: Action; readonly icon: Icon }> = {
  extremes: { action: 'extremePoints', icon: 'extremes' },
  drag: { action: 'dragBox', icon: 'box' },
  polygon: { action: 'drawPolygon', icon: 'polygon' },
}

/** The tools, what can be done with what is begun, what to do next, and what has happened. */
export class DrawingBar {
  readonly element = html('section', { class: 'drawing-bar', 'aria-label': t('drawing.label'), 'data-testid': 'drawing' })
  private readonly tools: Readonly<Record<Tool, HTMLButtonElement>>
  private readonly buttons: Readonly<Record<'undo' | 'redo' | 'remove' | 'take' | 'back' | 'drop' | 'goThere', HTMLButtonElement>>
  private readonly snap: HTMLButtonElement | null
  private readonly chips = html('div', { class: 'drawing-chips', role: 'group', 'aria-label': t('drawing.regions') })
  private readonly hint = html('p', { class: 'drawing-hint', 'data-testid': 'drawing-hint' })
  private last: BarState = { here: '', waiting: false, preview: false }
  private readonly said = html('p', { class: 'drawing-said', 'aria-live': 'polite', 'data-testid': 'drawing-said' })

  constructor(
    private readonly scope: Scope,
    private readonly sketch: Sketch,
    private readonly acts: BarActs,
  ) {
    this.tools = { extremes: this.tool('extremes'), drag: this.tool('drag'), polygon: this.tool('polygon') }
    const make = (name: string, label: string, action: Action, press: () => void, look: 'plain' | 'primary' = 'plain', icon?: Icon): HTMLButtonElement => {
      const made = button(scope, { name: `drawing-${name}`, label, look, press, ...(icon ? { icon } : {}) })
      capKeys(scope, made, action)
      return made
    }
    this.buttons = {
      undo: make('undo', t('drawing.undo'), 'undoDrawing', acts.undo, 'plain', 'undo'),
      redo: make('redo', t('drawing.redo'), 'redoDrawing', acts.redo, 'plain', 'redo'),
      remove: make('remove', t('drawing.remove'), 'deleteShape', acts.remove, 'plain', 'bin'),
      take: make('take', t('drawing.close'), 'takeShape', acts.take, 'primary'),
      back: make('back', t('drawing.back'), 'pointBack', acts.back),
      drop: make('drop', t('drawing.drop'), 'dropShape', acts.drop),
      goThere: button(scope, { name: 'drawing-there', label: t('drawing.goThere'), look: 'primary', press: acts.goThere }),
    }
    this.snap = acts.snap && make('snap', t('drawing.snap'), 'snap', acts.snap, 'plain', 'snap')
    this.build()
    scope.add(keyChanges.on('change', () => this.showHint(this.last)))
    scope.add(() => this.element.remove())
  }

  show(state: BarState): void {
    this.last = state
    const { sketch, buttons } = this
    for (const [tool, each] of Object.entries(this.tools)) each.setAttribute('aria-pressed', String(tool === sketch.tool))
    buttons.undo.disabled = !sketch.hasPast
    buttons.redo.disabled = !sketch.hasFuture
    buttons.remove.disabled = sketch.region === null
    const isHere = sketch.begun === null || sketch.begun.viewpointId === state.here
    const { begun } = sketch
    if (this.snap) this.snap.disabled = sketch.region?.viewpointId !== state.here || begun !== null || state.waiting
    const label = state.preview ? 'take' : 'close'
    this.name(buttons.take, t(`drawing.${label}`))
    this.name(buttons.drop, t(state.preview ? 'drawing.leave' : state.waiting ? 'drawing.stop' : 'drawing.drop'))
    buttons.take.hidden = !state.preview && (begun?.tool !== 'polygon' || begun.points.length < 3 || !isHere)
    buttons.back.hidden = begun === null || !isHere || state.preview
    buttons.drop.hidden = begun === null && !state.preview && !state.waiting
    buttons.goThere.hidden = isHere
    this.element.toggleAttribute('data-waiting', state.waiting)
    this.said.classList.toggle('visually-hidden', state.preview) // its sizes are for who cannot see it
    this.showChips()
    this.showHint(state)
  }

  /** Says what has happened; what is refused at once, and nothing twice where a handle says it itself. */
  say(text: string, { refused = false, silent = false } = {}): void {
    this.said.setAttribute('aria-live', silent ? 'off' : refused ? 'assertive' : 'polite')
    this.said.toggleAttribute('data-refused', refused)
    this.said.textContent = text
  }

  private build(): void {
    const { tools, buttons, snap } = this
    const chosen = html('div', { class: 'drawing-tools', role: 'group', 'aria-label': t('drawing.tools.label') }, ...Object.values(tools))
    const changes = html('div', { class: 'drawing-changes' }, buttons.undo, buttons.redo, buttons.remove, ...(snap ? [snap] : []))
    const open = html('div', { class: 'drawing-open' }, buttons.goThere, buttons.take, buttons.back, buttons.drop)
    const words = html('div', { class: 'drawing-words' }, this.said, this.hint)
    this.element.append(html('div', { class: 'drawing-row' }, chosen, this.chips, changes), html('div', { class: 'drawing-row' }, words, open))
  }

  private tool(tool: Tool): HTMLButtonElement {
    const { action, icon } = TOOLS[tool]
    const made = button(this.scope, { name: `tool-${tool}`, label: t(`drawing.tools.${tool}`), icon, press: () => this.acts.use(tool) })
    capKeys(this.scope, made, action)
    return made
  }

  private name(element: HTMLButtonElement, label: string): void {
    const text = element.querySelector('span')
    if (text && text.textContent !== label) text.textContent = label
  }

  /** One button for each region, where there may be several. */
  private showChips(): void {
    const { sketch } = this
    this.chips.hidden = sketch.regions.length < 2
    if (this.chips.hidden) return this.chips.replaceChildren()
    const held = [...this.chips.children].indexOf(document.activeElement ?? this.chips)
    const made = sketch.regions.map(({ shape }, index) => {
      const chip = button(this.scope, { name: 'drawing-region', label: String(index + 1), press: () => this.acts.select(index) })
      chip.setAttribute('aria-label', `${index + 1}: ${described(shape)}`)
      chip.setAttribute('aria-pressed', String(index === sketch.selected))
      return chip
    })
    this.chips.replaceChildren(...made)
    if (held !== -1) made[held]?.focus()
  }

  private showHint(state: BarState): void {
    const text = this.hintText(state)
    if (this.hint.textContent !== text) this.hint.textContent = text
  }

  private hintText({ here, waiting, preview }: BarState): string {
    const { begun, region, tool } = this.sketch
    if (waiting) return t('drawing.hints.waiting')
    if (preview) return t('drawing.hints.preview')
    if (begun && begun.viewpointId !== here) return t('drawing.hints.elsewhere')
    if (begun?.tool === 'extremes') return t('drawing.hints.more', { count: EXTREMES - begun.points.length })
    const isTouch = matchMedia('(pointer: coarse)').matches
    const turn = isTouch ? t('drawing.hints.fingers') : t('drawing.hints.turn', { key: keyWords('turnByPointer') })
    if (begun) return t('drawing.hints.around')
    if (region?.viewpointId === here) return `${t('drawing.hints.fit')} ${turn}`
    return `${t(`drawing.hints.${tool}`)} ${turn}`
  }
}
