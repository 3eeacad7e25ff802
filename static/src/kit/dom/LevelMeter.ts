import { html } from './html'

/** Below this level a voice cannot be told from noise (decibels relative to full scale). */
const QUIETEST = -54
/** Share of its length that a bar loses in a second at most, so that the eye can follow it. */
const DECAY = 3.5
/** A microphone is read some 45 times a second, and to draw each of them costs a slow machine a third of a core. */
const REDRAW_SECONDS = 1 / 15

/** A bar that shows the loudness on a decibel scale. */
export class LevelMeter {
  readonly element = html('div', { class: 'level', role: 'meter', 'aria-label': 'Microphone level', 'data-testid': 'level' })
  private readonly cover = html('div', { class: 'level-cover' })
  private shown = 0
  private shownAt = 0
  private loudest = 0

  constructor() {
    this.element.setAttribute('aria-valuemin', '0')
    this.element.setAttribute('aria-valuemax', '100')
    this.element.append(this.cover)
    this.draw()
  }

  /** `peak` is the loudest sample, in [0, 1]; of readings that come faster than they are drawn, the loudest is. */
  show(peak: number): void {
    this.loudest = Math.max(this.loudest, peak)
    const now = performance.now() / 1000
    const passed = now - this.shownAt
    if (passed < REDRAW_SECONDS) return
    this.shown = Math.max(loudness(this.loudest), this.shown - DECAY * passed)
    this.shownAt = now
    this.loudest = 0
    this.draw()
  }

  private draw(): void {
    this.cover.style.transform = `scaleX(${(1 - this.shown).toFixed(3)})`
    this.element.setAttribute('aria-valuenow', String(Math.round(this.shown * 100)))
  }
}

/** 0 for the quietest usable voice, 1 for full scale. */
export function loudness(peak: number): number {
  const decibels = 20 * Math.log10(Math.max(peak, 1e-6))
  return Math.min(1, Math.max(0, 1 - decibels / QUIETEST))
}
