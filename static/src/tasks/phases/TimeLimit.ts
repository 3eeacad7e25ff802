import { html } from '../../kit/dom/html'
import { clock } from '../../kit/formatting/format'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'

const TICK_SECONDS = 0.25
const LITTLE = 10
/** So many seconds before the end a screen reader says how much time is left. */
const SAID_AT = [60, LITTLE]

/** What is left of a task's time, as the head of the page shows it. Time passes only at the work itself, and while the page is open. */
export class TimeLimit {
  readonly element: HTMLElement
  private readonly shown = html('span', { role: 'timer', 'data-testid': 'time-left' })
  private readonly said = html('span', { class: 'visually-hidden', role: 'status' })
  private passed: number
  private since: number | null = null
  private whenOver: (() => void) | null = null
  private unsaid: readonly number[]

  /** `used`: seconds that passed before the page was left; `now` gives seconds. */
  constructor(
    scope: Scope,
    readonly seconds: number,
    used = 0,
    private readonly now: () => number = () => performance.now() / 1000,
  ) {
    this.passed = used
    this.unsaid = SAID_AT.filter((left) => left < this.left)
    this.element = html('p', { class: 'time-limit' }, this.shown, this.said)
    this.show()
    scope.every(TICK_SECONDS, () => this.tick())
  }

  get used(): number {
    return this.passed + (this.since === null ? 0 : this.now() - this.since)
  }

  /** Below 0 for who is over the time. */
  get left(): number {
    return this.seconds - this.used
  }

  /** Time passes from now on, or stops; `over` is called once when nothing is left. */
  turn(counts: boolean, over: (() => void) | null = null): void {
    this.passed = this.used
    this.since = counts ? this.now() : null
    this.whenOver = over
    this.tick()
  }

  private tick(): void {
    this.show()
    if (this.since === null) return
    const due = this.unsaid.filter((left) => left >= this.left)
    if (due.length > 0 && this.left > 0) this.say(t('time.left', { time: clock(Math.ceil(this.left)) }))
    this.unsaid = this.unsaid.filter((left) => left < this.left)
    if (this.left > 0) return
    this.say(t('time.up'))
    const over = this.whenOver
    this.whenOver = null
    over?.()
  }

  private show(): void {
    const { left } = this
    const text = left > 0 ? t('time.left', { time: clock(Math.ceil(left)) }) : left > -1 ? t('time.up') : t('time.over', { time: clock(Math.floor(-left)) })
    if (this.shown.textContent !== text) this.shown.textContent = text
    this.element.dataset.left = left > LITTLE ? 'enough' : left > 0 ? 'little' : 'none'
  }

  private say(text: string): void {
    if (this.said.textContent !== text) this.said.textContent = text
  }
}
