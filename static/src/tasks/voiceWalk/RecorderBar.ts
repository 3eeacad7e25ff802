import type { VoiceSource } from '../../audio/Microphone'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { capKeys } from '../../kit/keys/showKeys'
import { LevelMeter } from '../../kit/dom/LevelMeter'
import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { SavedStatus } from './SavedStatus'
import type { Recording, RecordingState } from '../../recording/Recording'

/** What the bar says to do: along a path, wherever one likes, or while one talks with a partner. */
export type RecorderHints = 'record' | 'freeWalk' | 'dialogue.hints'

type Action = 'record' | 'pause' | 'oldRecording' | 'restart' | 'done'

/** The controls of a recording, how loud it is, and how much of it is saved where. */
export class RecorderBar {
  readonly element = html('section', { class: 'recorder', 'aria-label': t('record.label'), 'data-testid': 'recorder' })
  private readonly hint = html('p', { class: 'recorder-hint', 'aria-live': 'polite' })
  private readonly meter = new LevelMeter()
  private readonly saved: SavedStatus
  private readonly buttons
  private hearing: Scope | null = null
  private state: RecordingState = 'ready'
  private atGoal = false

  constructor(
    private readonly scope: Scope,
    actions: Record<Action, () => void>,
    private readonly hints: RecorderHints,
    /** What to know before the recording begins; may be empty. */
    private readonly beforehand: string,
  ) {
    const press = (name: Action | 'resume', more: Pick<Parameters<typeof button>[1], 'icon' | 'look'>) => {
      const action = actions[name === 'resume' ? 'record' : name]
      return button(scope, { name, label: t(`record.${name}`), ...more, press: action })
    }
    this.buttons = {
      record: press('record', { icon: 'record', look: 'record' }),
      pause: press('pause', { icon: 'pause', look: 'record' }),
      resume: press('resume', { icon: 'record', look: 'record' }),
      oldRecording: press('oldRecording', { icon: 'back' }),
      restart: press('restart', { icon: 'restart' }),
      done: press('done', { icon: 'check', look: 'primary' }),
    }
    for (const name of ['record', 'pause', 'resume'] as const) capKeys(scope, this.buttons[name], 'recordOrPause')
    this.saved = new SavedStatus(scope)
    const { record, pause, resume, oldRecording, restart, done } = this.buttons
    const state = html('div', { class: 'recorder-state' }, this.meter.element, this.saved.element)
    this.element.append(record, pause, resume, state, this.hint, html('div', { class: 'recorder-end' }, oldRecording, restart, done))
  }

  /** Shows this microphone's level from now on. */
  hear(microphone: VoiceSource): void {
    this.hearing?.dispose()
    this.hearing = new Scope(this.scope)
    this.hearing.add(microphone.on('level', (level) => this.meter.show(level)))
  }

  /** Shows this recording from now on; `enable` allows it to begin. `canGoBack` says whether the person can return to a previous recording. */
  follow(recording: Recording, canGoBack: boolean): void {
    this.buttons.oldRecording.hidden = !canGoBack
    this.buttons.record.disabled = this.buttons.resume.disabled = true
    this.saved.follow(recording)
    this.scope.add(recording.on('change', () => this.turn(recording.state)))
    this.turn(recording.state)
  }

  /** Takes away what begins anew: there is only this one recording. */
  keepToOne(): void {
    this.buttons.restart.hidden = true
  }

  enable(): void {
    this.buttons.record.disabled = this.buttons.resume.disabled = false
  }

  /** Presses Record, Pause or Resume, whichever is shown. */
  toggle(): void {
    const { record, pause, resume } = this.buttons
    for (const control of [record, pause, resume]) if (!control.hidden) { control.click(); return; }
  }

  /** Whether the person stands at the goal: says so, to those who listen as well. */
  set arrived(arrived: boolean) {
    if (arrived === this.atGoal) return
    this.atGoal = arrived
    this.showHint()
  }

  private showHint(): void {
    const { state, atGoal, hints, beforehand } = this
    this.element.toggleAttribute('data-arrived', atGoal && state !== 'ready')
    if (state === 'ready') this.hint.textContent = `${t(`${hints}.ready`)} ${beforehand}`.trim()
    else this.hint.textContent = atGoal ? t(`record.arrived.${state}`) : t(`${hints}.${state}`)
  }

  private turn(state: RecordingState): void {
    const { record, pause, resume, restart, done } = this.buttons
    this.element.dataset.state = state
    this.state = state
    this.showHint()
    record.hidden = state !== 'ready'
    pause.hidden = state !== 'recording'
    resume.hidden = state !== 'paused'
    restart.disabled = done.disabled = state === 'ready'
  }
}
