import { button, relabel } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import type { Viewer } from '../viewer/Viewer'
import { Flight } from './Flight'

interface FlightWatch {
  /** Before the camera leaves. */
  begun: () => void
  /** When it is back where it was. */
  over: () => void
}

/** The buttons of a flight along the path, over a corner of the viewer: begin, pause, go on, stop. */
export class FlightBar {
  private readonly element = html('section', { class: 'flight', 'aria-label': t('flight.label'), 'data-testid': 'flight' })
  private readonly begin: HTMLButtonElement
  private readonly pause: HTMLButtonElement
  private readonly stop: HTMLButtonElement
  private readonly status = html('p', { class: 'flight-status', role: 'status', 'data-testid': 'flight-status' })
  private flight: Flight | null = null
  private under: Scope | null = null

  constructor(
    private readonly scope: Scope,
    private readonly viewer: Viewer,
    private readonly path: readonly string[],
    private readonly watch: FlightWatch,
  ) {
    this.begin = button(scope, { name: 'fly', label: t('flight.begin'), icon: 'play', press: () => this.fly() })
    this.pause = button(scope, { name: 'fly-pause', label: t('flight.pause'), icon: 'pause', press: () => this.toggle() })
    this.stop = button(scope, { name: 'fly-stop', label: t('flight.stop'), press: () => void this.end() })
    this.element.append(this.begin, this.pause, this.stop, this.status)
    viewer.container.append(this.element)
    scope.add(() => this.element.remove())
    this.show()
  }

  /** Whether a flight may begin now; one that is under way ends where it may not. */
  set allowed(allowed: boolean) {
    this.element.hidden = !allowed
    if (!allowed) void this.end()
  }

  /** Ends a flight; resolves when the camera is where it was before. */
  async end(): Promise<void> {
    await this.flight?.stop()
  }

  private fly(): void {
    this.watch.begun()
    const flight = new Flight(this.scope, this.viewer, this.path)
    this.flight = flight
    this.under = new Scope(this.scope)
    this.listen(this.under, flight)
    this.show()
    this.pause.focus()
  }

  /** Whoever takes the camera into their own hands pauses the flight. */
  private listen(scope: Scope, flight: Flight): void {
    flight.on('change', () => this.show())
    flight.on('over', () => this.land())
    const { container } = this.viewer
    const takeOver = (event: Event) => {
      if (!this.element.contains(event.target as Node)) flight.pause()
    }
    scope.listen(container, 'pointerdown', takeOver)
    scope.listen(container, 'keydown', takeOver)
  }

  private land(): void {
    const held = this.element.contains(document.activeElement)
    this.flight = null
    this.under?.dispose()
    this.viewer.showPath(this.path) // The arrow to the next viewpoint begins again.
    this.show()
    if (held) this.begin.focus()
    this.watch.over()
  }

  private toggle(): void {
    if (this.flight?.paused) this.flight.goOn()
    else this.flight?.pause()
  }

  private show(): void {
    const { flight, begin, pause, stop, status } = this
    begin.hidden = flight !== null
    pause.hidden = stop.hidden = flight === null
    relabel(pause, flight?.paused ? t('flight.goOn') : t('flight.pause'), flight?.paused ? 'play' : 'pause')
    this.element.dataset.state = flight === null ? 'ready' : flight.paused ? 'paused' : 'flying'
    status.textContent = flight === null ? '' : t('flight.at', { number: Math.max(1, flight.shown), total: this.path.length })
  }
}
