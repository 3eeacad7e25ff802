import { button, relabel } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { actionOf } from '../kit/keys/bindings'
import { showKeys, SKIP_SECONDS } from '../kit/keys/showKeys'
import { clock } from '../kit/formatting/format'
import { Emitter } from '../kit/lifecycle/Emitter'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { PLAYER_ACTIONS, type PlayerAction } from './PlayerKeys'
import { afterSilence, silences, type Silence } from './silences'
import type { VoiceWaveform } from './VoiceWaveform'

interface VoicePlayerEvents {
  /** The voice is at this second, because it plays or because somebody jumped there. */
  time: number
}

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2]
const MAGNIFICATIONS = [1, 2, 4, 8]

const loadWaveform = () => import('./VoiceWaveform')

/**
 * Loads what draws waveforms, which is an eighth of a task's script. No task begins with one, so pages load it after what
 * they show first, and before the network may be gone.
 */
export const prepareWaveform = (): void => void loadWaveform().catch(() => undefined)

/** A waveform with play, skip, speed and zoom, and keys for them that also work while one types. */
export class VoicePlayer extends Emitter<VoicePlayerEvents> {
  readonly element: HTMLElement
  private readonly audio = new Audio()
  private readonly track = html('div', { class: 'player-track', 'data-testid': 'waveform' })
  private waveform: VoiceWaveform | null = null
  private readonly position = html('output', { class: 'player-time', 'data-testid': 'voice-time' }, '0:00')
  private readonly speed = choice(t('player.speed'), 'speed', SPEEDS, '')
  private readonly magnification = choice(t('player.zoom'), 'zoom', MAGNIFICATIONS, `${t('player.zoom')} `)
  private readonly play: HTMLButtonElement
  private readonly skip: HTMLButtonElement
  private silent: readonly Silence[] = []
  private readonly actions: Record<PlayerAction, () => void> = {
    playOrPause: () => this.toggle(),
    back: () => this.seek(this.time - SKIP_SECONDS),
    ahead: () => this.seek(this.time + SKIP_SECONDS),
    faster: () => this.changeSpeed(1),
    slower: () => this.changeSpeed(-1),
    skipSilence: () => this.skipSilence(),
  }

  /** `mount` must be in the document already: the waveform takes its size and colours from there. */
  constructor(
    private readonly scope: Scope,
    mount: HTMLElement,
  ) {
    super()
    this.play = button(scope, { name: 'play', label: t('player.play'), icon: 'play', look: 'primary', press: this.actions.playOrPause })
    this.skip = button(scope, { name: 'skip-silence', label: t('player.skip'), icon: 'ahead', press: this.actions.skipSilence })
    this.skip.hidden = true
    showKeys(scope, this.play, 'playOrPause')
    showKeys(scope, this.skip, 'skipSilence')
    this.element = html('section', { class: 'player', 'aria-label': t('player.label') }, this.track, this.controls())
    mount.append(this.element)
    this.watch()
  }

  /** Seconds. */
  get time(): number {
    return this.audio.currentTime
  }

  get playing(): boolean {
    return !this.audio.paused
  }

  /** Seconds of speech, as far as `showSilences` found. */
  get voicedSeconds(): number {
    return this.silent.reduce((seconds, { start, end }) => seconds - (end - start), this.audio.duration || 0)
  }

  /** How much of the voice was played, in [0, 1]. */
  get heardShare(): number {
    const { played, duration } = this.audio
    const seconds = Array.from({ length: played.length }, (_, index) => played.end(index) - played.start(index))
    return seconds.reduce((sum, length) => sum + length, 0) / (duration || Infinity)
  }

  /** Resolves when the voice can be played; rejects when it cannot be decoded, or when what draws it cannot be loaded. */
  async load(voice: Blob): Promise<void> {
    const { VoiceWaveform } = await loadWaveform()
    if (this.scope.disposed) return
    this.waveform ??= new VoiceWaveform(this.track, this.scope, this.audio)
    await this.waveform.load(voice)
    this.showTime()
  }

  /** Marks where nobody speaks, and offers to skip it. */
  showSilences(): void {
    const decoded = this.waveform?.samples
    this.silent = decoded ? silences(decoded.samples, decoded.sampleRate) : []
    this.waveform?.mark(this.silent, t('player.silent'))
    this.skip.hidden = this.silent.length === 0
  }

  /** Plays from here; a browser may refuse it until the person has pressed something on the page. */
  start(): void {
    this.audio.play().catch(() => undefined)
  }

  /** Jumps to a second. */
  seek(time: number): void {
    this.audio.currentTime = Math.min(this.audio.duration || 0, Math.max(0, time))
  }

  private controls(): HTMLElement {
    const { scope, speed, magnification, actions } = this
    const jump = (name: string, label: string, action: 'back' | 'ahead') => {
      const control = button(scope, { name, label, press: actions[action] })
      showKeys(scope, control, action)
      return control
    }
    scope.listen(speed, 'change', () => this.setSpeed(Number(speed.value)))
    scope.listen(magnification, 'change', () => this.waveform?.zoom(Number(magnification.value)))
    const [back, ahead] = [jump('skip-back', `−${SKIP_SECONDS} s`, 'back'), jump('skip-ahead', `+${SKIP_SECONDS} s`, 'ahead')]
    const jumps = html('div', { class: 'player-jumps' }, back, ahead, this.skip)
    return html('div', { class: 'player-controls' }, this.play, jumps, speed, magnification, this.position)
  }

  private watch(): void {
    const { scope, audio } = this
    for (const [event, name] of [['play', 'play'], ['pause', 'pause'], ['seeked', 'seek'], ['ratechange', 'rate']] as const)
      scope.listen(audio, event, () => this.tellAction(name))
    for (const name of ['play', 'pause', 'ended'] as const) scope.listen(audio, name, () => this.showState())
    for (const name of ['seeking', 'timeupdate', 'durationchange'] as const)
      scope.listen(audio, name, () => this.showTime())
    scope.listen(audio, 'play', () => this.follow())
    scope.listen(document, 'keydown', (event) => this.key(event))
    scope.add(() => audio.pause())
  }

  /** For a log of actions, which knows nothing of players (`actions/watchActions.ts`). */
  private tellAction(name: 'play' | 'pause' | 'seek' | 'rate'): void {
    const amount = name === 'rate' ? this.audio.playbackRate : this.time
    this.element.dispatchEvent(new CustomEvent('pangea-player', { bubbles: true, detail: { name, amount } }))
  }

  private toggle(): void {
    if (this.audio.paused) void this.audio.play()
    else this.audio.pause()
  }

  private skipSilence(): void {
    const time = afterSilence(this.silent, this.time)
    if (time !== null) this.seek(time)
  }

  private setSpeed(speed: number): void {
    this.audio.playbackRate = speed
    this.speed.value = String(speed)
  }

  private changeSpeed(step: number): void {
    const index = SPEEDS.indexOf(this.audio.playbackRate) + step
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index))] ?? 1)
  }

  private key(event: KeyboardEvent): void {
    const action = actionOf(event, PLAYER_ACTIONS)
    if (!action || document.querySelector('dialog[open]')) return
    event.preventDefault()
    this.actions[action]()
  }

  /** The audio tells its time four times a second; a moving camera needs every frame. */
  private follow(): void {
    this.emit('time', this.time)
    if (!this.audio.paused) this.scope.frame(() => this.follow())
  }

  private showState(): void {
    const { paused } = this.audio
    relabel(this.play, paused ? t('player.play') : t('player.pause'), paused ? 'play' : 'pause')
    this.element.dataset.state = paused ? 'paused' : 'playing'
  }

  private showTime(): void {
    this.position.textContent = `${clock(this.time)} / ${clock(this.audio.duration || 0)}`
    this.emit('time', this.time)
  }
}

/** A menu of factors, 1 at first. */
function choice(label: string, name: string, factors: readonly number[], before: string): HTMLSelectElement {
  const options = factors.map((factor) => html('option', { value: factor, selected: factor === 1 }, `${before}${factor}×`))
  return html('select', { class: 'select', 'aria-label': label, title: label, 'data-testid': name }, ...options)
}
