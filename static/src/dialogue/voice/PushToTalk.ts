import { html } from '../../kit/dom/html'
import { icon } from '../../kit/dom/icons'
import type { Scope } from '../../kit/lifecycle/Scope'

/** A button that lets the partner hear while it is held, by pointer or, where it has the focus, by Space or Enter. */
export class PushToTalk {
  readonly element: HTMLButtonElement

  constructor(
    private readonly scope: Scope,
    private readonly voice: { muted: boolean },
    label: string,
  ) {
    this.element = html('button', { type: 'button', class: 'button button-plain', 'data-testid': 'push-to-talk' }, icon('microphone'), html('span', {}, label))
    this.listenToPointers()
    this.listenToKeys()
    // A key that is let go of in another window is not told.
    scope.listen(window, 'blur', () => this.release())
    this.release()
  }

  hold(): void {
    this.set(true)
  }

  release(): void {
    this.set(false)
  }

  private listenToPointers(): void {
    this.scope.listen(this.element, 'pointerdown', ({ button, pointerId }) => {
      if (button !== 0) return
      this.element.setPointerCapture(pointerId)
      this.hold()
    })
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) this.scope.listen(this.element, name, () => this.release())
    // A finger that stays down would open a menu.
    this.scope.listen(this.element, 'contextmenu', (event) => event.preventDefault())
  }

  private listenToKeys(): void {
    this.scope.listen(this.element, 'keydown', (event) => {
      if (!isPress(event)) return
      event.preventDefault()
      this.hold()
    })
    this.scope.listen(this.element, 'keyup', (event) => {
      if (isPress(event)) this.release()
    })
    this.scope.listen(this.element, 'blur', () => this.release())
  }

  private set(speaks: boolean): void {
    this.voice.muted = !speaks
    this.element.setAttribute('aria-pressed', String(speaks))
  }
}

const isPress = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter'
