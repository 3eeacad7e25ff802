import { html } from '../kit/dom/html'
import { degrees, signedAngle } from '../graph/angles'
import { describeExit, type Exit, exitsFrom } from '../graph/exits'
import type { ScanGraph } from '../graph/ScanGraph'
import { Scope } from '../kit/lifecycle/Scope'
import { listed, t } from '../kit/messages/messages'
import type { Stage } from './Stage'
import type { Viewer } from './Viewer'

/** The camera must rest so long (seconds), and have turned so far (degrees), before the exits are said again. */
const REST = 0.8
const TURNED = 20

/**
 * The exits in words, for those who use a screen reader or the keyboard alone: said on arrival and after a turn, and
 * a button for each, which shows when it has the focus.
 */
export class ExitList {
  private readonly scope: Scope
  private readonly list = html('ul', {})
  private readonly said = html('p', { class: 'visually-hidden', 'data-testid': 'exits-said', 'aria-live': 'polite' })
  private readonly element = html('nav', { class: 'viewer-exits', 'aria-label': t('exits.label'), 'data-testid': 'exits' }, this.list)
  private exits: readonly Exit[] = []
  private buttons = new Scope()
  private saidHeading = Number.NaN
  private cancelRest: (() => void) | null = null
  private arrived = false

  /** `focused` is told which exit has the focus. */
  constructor(
    parent: Scope,
    private readonly viewer: Viewer,
    private readonly graph: ScanGraph,
    stage: Stage,
    private readonly choose: { step: (viewpointId: string) => void; focus: (viewpointId: string | null) => void },
  ) {
    this.scope = new Scope(parent)
    viewer.container.append(this.element, this.said)
    viewer.on('viewpointchange', () => (this.arrived = true))
    stage.on('shown', ({ travelling }) => !travelling && this.arrive()) // The picture should not wait for the words.
    viewer.on('camerachange', () => this.turnSoon())
    viewer.on('pathchange', () => this.lookAgain())
    viewer.on('stepschange', () => {
      this.lookAgain()
      this.drawButtons()
    })
    this.scope.add(() => this.element.remove())
    this.scope.add(() => this.said.remove())
    this.scope.add(() => this.buttons.dispose())
  }

  private arrive(): void {
    if (!this.arrived) return
    this.arrived = false
    const position = this.focusedPosition()
    this.lookAgain()
    this.drawButtons()
    if (position !== null) this.focus(position)
  }

  private lookAgain(): void {
    this.saidHeading = Number.NaN
    this.look()
  }

  private turnSoon(): void {
    this.cancelRest?.()
    this.cancelRest = this.scope.timeout(REST, () => this.look())
  }

  /** Says the exits as they lie from here, and writes them on the buttons. */
  private look(): void {
    const { viewer, graph } = this
    const turned = Math.abs(degrees(signedAngle(viewer.heading - this.saidHeading)))
    if (turned < TURNED) return
    this.saidHeading = viewer.heading
    const exits = exitsFrom(graph, viewer.scan, viewer, viewer.steps)
    // The order stays as on arrival, so that no button changes under a person's finger.
    const known = new Map(this.exits.map(({ viewpointId }, index) => [viewpointId, index]))
    const sameExits = exits.every(({ viewpointId }) => known.has(viewpointId))
    const place = ({ viewpointId }: Exit) => known.get(viewpointId) ?? 0
    this.exits = sameExits ? exits.sort((a, b) => place(a) - place(b)) : exits
    this.said.textContent = this.sentence()
    this.exits.forEach((exit, index) => this.label(index, exit))
  }

  private sentence(): string {
    if (this.exits.length === 0) return ''
    const count = t('exits.count', { count: this.exits.length })
    return `${count}: ${this.exits.map((exit) => this.words(exit)).join('; ')}.`
  }

  private words(exit: Exit): string {
    if (exit.viewpointId !== this.viewer.nextOnPath) return describeExit(exit)
    return listed([describeExit(exit), t(this.viewer.offPath ? 'exits.backToPath' : 'exits.onPath')])
  }

  private label(index: number, exit: Exit): void {
    const button = this.list.children[index]?.firstElementChild
    if (button) button.textContent = this.words(exit)
  }

  private drawButtons(): void {
    this.buttons.dispose()
    this.buttons = new Scope()
    this.list.replaceChildren(...this.exits.map((exit) => html('li', {}, this.button(exit))))
  }

  private button(exit: Exit): HTMLButtonElement {
    const button = html('button', { type: 'button', class: 'button', 'data-testid': 'exit' }, this.words(exit))
    button.dataset.viewpointId = exit.viewpointId
    this.buttons.listen(button, 'click', () => this.choose.step(exit.viewpointId))
    this.buttons.listen(button, 'focus', () => this.choose.focus(exit.viewpointId))
    this.buttons.listen(button, 'blur', () => this.choose.focus(null))
    return button
  }

  private focusedPosition(): number | null {
    const position = [...this.list.children].findIndex((item) => item.contains(document.activeElement))
    return position === -1 ? null : position
  }

  /** A person who walks with these buttons keeps the focus on them: on the one most nearly ahead. */
  private focus(fallback: number): void {
    const angles = this.exits.map(({ bearing }) => Math.abs(bearing))
    const ahead = angles.indexOf(Math.min(...angles))
    const item = this.list.children[ahead === -1 ? fallback : ahead]
    const button = item?.querySelector('button')
    if (button) button.focus()
    else this.viewer.container.focus()
  }
}
