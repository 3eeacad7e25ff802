import type { Camera, Vector3 } from 'three'

import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { outOfSight, type Side } from './outOfSight'

/** Pixels between the button and the picture's edge. */
const EDGE_GAP = 12
/** The words must stay the same for so long before they are said. */
const SETTLED_SECONDS = 0.8

/** A button at the picture's edge that says where the path goes on while that is out of sight, and turns the camera there. */
export class PathHint {
  private readonly scope: Scope
  private readonly button: HTMLButtonElement
  private readonly said = html('p', { class: 'visually-hidden', role: 'status', 'data-testid': 'path-said' })
  private shown: Side | null = null
  private half = { width: 0, height: 0 }
  private cancelSaying: (() => void) | null = null

  constructor(
    parent: Scope,
    private readonly container: HTMLElement,
    turn: () => void,
  ) {
    this.scope = new Scope(parent)
    this.button = button(this.scope, { name: 'path-hint', label: '', icon: 'ahead', look: 'primary', press: turn })
    this.button.classList.add('viewer-hint')
    this.button.hidden = true
    container.append(this.button, this.said)
    this.scope.add(() => this.button.remove())
    this.scope.add(() => this.said.remove())
  }

  /** Points at `place` if it is out of this camera's sight; without a place or a camera there is nothing to say. */
  show(place: Vector3 | null, camera: Camera | null, size: { width: number; height: number }): void {
    const hidden = place && camera ? outOfSight(place, camera) : null
    this.turnTo(hidden?.side ?? null)
    if (hidden) this.place(hidden.angle, size)
  }

  private turnTo(side: Side | null): void {
    if (side === this.shown) return
    this.shown = side
    if (side === null) this.hide()
    else this.say(t(`path.${side}`))
  }

  private hide(): void {
    const focused = this.button === document.activeElement
    this.button.hidden = true
    if (focused) this.container.focus() // Otherwise the next key would go nowhere.
    this.cancelSaying?.()
    this.said.textContent = ''
  }

  private say(words: string): void {
    const [label] = this.button.getElementsByTagName('span')
    if (label) label.textContent = words
    this.button.hidden = false
    this.half = { width: this.button.offsetWidth / 2, height: this.button.offsetHeight / 2 }
    this.cancelSaying?.()
    this.cancelSaying = this.scope.timeout(SETTLED_SECONDS, () => (this.said.textContent = words))
  }

  private place(angle: number, { width, height }: { width: number; height: number }): void {
    const { button, half } = this
    const [right, down] = [Math.cos(angle), -Math.sin(angle)]
    const [wide, high] = [width / 2 - half.width - EDGE_GAP, height / 2 - half.height - EDGE_GAP]
    const reach = Math.max(0, Math.min(wide / Math.abs(right), high / Math.abs(down)))
    const [x, y] = [width / 2 + right * reach - half.width, height / 2 + down * reach - half.height]
    button.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`
    button.style.setProperty('--points', `${(-angle).toFixed(3)}rad`)
  }
}
