import { html } from './html'

/** Below this level a voice cannot be told from noise (decibels relative to full scale). */
const QUIETEST = -54
/** Share of its height that a bar loses with each reading, so that the eye can follow it. */
const DECAY = 0.08

/** A bar that shows the loudness on a decibel scale. */
export class LevelMeter {
  readonly element = html('div', { class: 'level', role: 'meter', 'aria-label': 'Microphone level', 'data-testid': 'level' })
  private readonly cover = html('div', { class: 'level-cover' })
  private shown = 0

  constructor() {
    this.element.setAttribute('aria-valuemin', '0')
    this.element.setAttribute('aria-valuemax', '100')
    this.element.append(this.cover)
    this.show(0)
  }

  /** `peak` is the loudest sample, in [0, 1]. */
  show(peak: number): void {
    this.shown = Math.max(loudness(peak), this.shown - DECAY)
    this.cover.style.transform = `scaleX(${(1 - this.shown).toFixed(3)})`
    this.element.setAttribute('aria-valuenow', String(Math.round(this.shown * 100)))
  }
}

/** 0 for the quietest usable voice, 1 for full scale. */
export function loudness(peak: number): number {
  const decibels = 20 * Math.log10(Math.max(peak, 1e-6))
  return Math.min(1, Math.max(0, 1 - decibels / QUIETEST))
}
