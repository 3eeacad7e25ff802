import type { Microphone } from '../../audio/Microphone'
import { button } from '../../dom/button'
import { html } from '../../dom/html'
import { LevelMeter } from '../../dom/LevelMeter'
import { clock } from '../../dom/time'
import type { Scope } from '../../lifecycle/Scope'
import type { Take, TakeState } from './Take'

type Action = 'record' | 'pause' | 'restart' | 'done'

const HINTS: Record<TakeState, string> = {
  ready: 'Press Record, then walk along the line and say the way.',
  recording: 'Recording. Walk along the line and say the way.',
  paused: 'Paused. Resume goes on from where you paused.',
}
const REFRESH_SECONDS = 0.2

/** The controls of a recording, how long it is, how loud, and how much of it is saved. */
export class RecorderBar {
  readonly element = html('section', { class: 'recorder', 'aria-label': 'Recording', 'data-testid': 'recorder' })
  private readonly time = html('output', { class: 'recorder-time', 'data-testid': 'recorded-time' })
  private readonly saved = html('p', { class: 'recorder-saved', 'data-testid': 'saved-time' })
  private readonly hint = html('p', { class: 'recorder-hint', 'aria-live': 'polite' })
  private readonly buttons
  private take: Take | null = null

  constructor(scope: Scope, microphone: Microphone, actions: Record<Action, () => void>) {
    const meter = new LevelMeter()
    this.buttons = {
      record: button(scope, { name: 'record', label: 'Record', icon: 'record', look: 'record', press: actions.record }),
      pause: button(scope, { name: 'pause', label: 'Pause', icon: 'pause', look: 'record', press: actions.pause }),
      resume: button(scope, { name: 'resume', label: 'Resume', icon: 'record', look: 'record', press: actions.record }),
      restart: button(scope, { name: 'restart', label: 'Start over', icon: 'restart', press: actions.restart }),
      done: button(scope, { name: 'done', label: 'Done', icon: 'check', look: 'primary', press: actions.done }),
    }
    const { record, pause, resume, restart, done } = this.buttons
    const state = html('div', { class: 'recorder-state' }, this.time, meter.element, this.saved)
    this.element.append(record, pause, resume, state, this.hint, html('div', { class: 'recorder-end' }, restart, done))
    scope.add(microphone.on('level', (level) => meter.show(level)))
    scope.every(REFRESH_SECONDS, () => this.refresh())
  }

  /** Shows this recording from now on; it may begin when `enable` is called. */
  follow(take: Take): void {
    this.take = take
    this.buttons.record.disabled = true
    take.on('change', () => this.turn(take.state))
    this.turn(take.state)
  }

  enable(): void {
    this.buttons.record.disabled = false
  }

  private turn(state: TakeState): void {
    const { record, pause, resume, restart, done } = this.buttons
    this.element.dataset.state = state
    this.hint.textContent = HINTS[state]
    record.hidden = state !== 'ready'
    pause.hidden = state !== 'recording'
    resume.hidden = state !== 'paused'
    restart.disabled = done.disabled = state === 'ready'
    this.refresh()
  }

  private refresh(): void {
    const { recorded = 0, saved = 0 } = this.take ?? {}
    this.time.textContent = clock(recorded)
    this.saved.textContent = recorded === 0 ? '' : `saved ${Math.floor(saved)} s of ${Math.floor(recorded)} s`
  }
}
