import { button, relabel } from '../dom/button'
import { html } from '../dom/html'
import { clock } from '../dom/time'
import { Emitter } from '../lifecycle/Emitter'
import type { Scope } from '../lifecycle/Scope'
import { VoiceWaveform } from './VoiceWaveform'

interface VoicePlayerEvents {
  /** The voice is at this second, because it plays or because somebody jumped there. */
  time: number
}

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2]
const SKIP = 2

/** A waveform with play, skip and speed, and keys for them that also work while one types. */
export class VoicePlayer extends Emitter<VoicePlayerEvents> {
  readonly element: HTMLElement
  private readonly waveform: VoiceWaveform
  private readonly position = html('output', { class: 'player-time', 'data-testid': 'voice-time' }, '0:00')
  private readonly speed = html('select', { class: 'select', 'aria-label': 'Speed', 'data-testid': 'speed' })
  private readonly play: HTMLButtonElement

  /** `mount` must be in the document already: the waveform takes its size and colours from there. */
  constructor(
    private readonly scope: Scope,
    mount: HTMLElement,
  ) {
    super()
    const track = html('div', { class: 'player-track', 'data-testid': 'waveform' })
    this.play = button(scope, { name: 'play', label: 'Play', icon: 'play', look: 'primary', press: () => this.toggle() })
    this.element = html('section', { class: 'player', 'aria-label': 'Voice' }, track, this.controls())
    mount.append(this.element)
    this.waveform = new VoiceWaveform(track, scope)
    this.watch()
  }

  /** Seconds. */
  get time(): number {
    return this.audio.currentTime
  }

  async load(voice: Blob): Promise<void> {
    await this.waveform.load(voice)
    this.showTime()
  }

  /** Jumps to a second. */
  seek(time: number): void {
    this.audio.currentTime = Math.min(this.audio.duration || 0, Math.max(0, time))
  }

  private get audio(): HTMLAudioElement {
    return this.waveform.audio
  }

  private controls(): HTMLElement {
    const { scope } = this
    const skip = (name: string, label: string, seconds: number) =>
      button(scope, { name, label, press: () => this.seek(this.time + seconds) })
    this.speed.append(...SPEEDS.map((speed) => html('option', { value: speed, selected: speed === 1 }, `${speed}×`)))
    scope.listen(this.speed, 'change', () => this.setSpeed(Number(this.speed.value)))
    const [back, ahead] = [skip('skip-back', '−2 s', -SKIP), skip('skip-ahead', '+2 s', SKIP)]
    return html('div', { class: 'player-controls' }, this.play, back, ahead, this.speed, this.position)
  }

  private watch(): void {
    const { scope, audio } = this
    for (const name of ['play', 'pause', 'ended'] as const) scope.listen(audio, name, () => this.showState())
    for (const name of ['seeking', 'timeupdate', 'durationchange'] as const)
      scope.listen(audio, name, () => this.showTime())
    scope.listen(audio, 'play', () => this.follow())
    scope.listen(document, 'keydown', (event) => this.key(event))
    scope.add(() => audio.pause())
  }

  private toggle(): void {
    if (this.audio.paused) void this.audio.play()
    else this.audio.pause()
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
    const action = this.keyAction(event)
    if (!action || document.querySelector('dialog[open]')) return
    event.preventDefault()
    action()
  }

  private keyAction({ key, altKey }: KeyboardEvent): (() => void) | null {
    if (key === 'Escape') return () => this.toggle()
    if (!altKey) return null
    if (key === 'ArrowLeft') return () => this.seek(this.time - SKIP)
    if (key === 'ArrowRight') return () => this.seek(this.time + SKIP)
    if (key === 'ArrowUp') return () => this.changeSpeed(1)
    return key === 'ArrowDown' ? () => this.changeSpeed(-1) : null
  }

  /** The audio tells its time four times a second; a moving camera needs every frame. */
  private follow(): void {
    this.emit('time', this.time)
    if (!this.audio.paused) this.scope.frame(() => this.follow())
  }

  private showState(): void {
    const { paused } = this.audio
    relabel(this.play, paused ? 'Play' : 'Pause', paused ? 'play' : 'pause')
    this.element.dataset.state = paused ? 'paused' : 'playing'
  }

  private showTime(): void {
    this.position.textContent = `${clock(this.time)} / ${clock(this.audio.duration || 0)}`
    this.emit('time', this.time)
  }
}
