import type { Fault } from './faults'

/** How loud a moment was: root mean square and loudest sample, each in [0, 1]. */
export interface Loudness {
  level: number
  peak: number
}

/** Decibels relative to full scale. */
export const decibels = (level: number): number => 20 * Math.log10(Math.max(level, 1e-9))

const VOICE_DECIBELS = -50
const FAINT_DECIBELS = -42
const CLIPPED_PEAK = 0.99
const MOST_CLIPPED_SHARE = 0.02
/** How far a voice should stand above the noise, in decibels. */
const CLEAR_DECIBELS = 12

export function loudness(samples: Int16Array): Loudness {
  let [sum, peak] = [0, 0]
  for (const sample of samples) {
    sum += sample * sample
    peak = Math.max(peak, Math.abs(sample))
  }
  return { level: Math.sqrt(sum / Math.max(1, samples.length)) / 0x8000, peak: peak / 0x8000 }
}

/** Whether this moment is loud enough to be a voice. */
export const isVoice = ({ level }: Loudness): boolean => decibels(level) > VOICE_DECIBELS

/** Whether the loudest sample of this moment is cut off. */
export const isClipped = ({ peak }: Loudness): boolean => peak >= CLIPPED_PEAK

/** What is wrong with a voice, from moments in which somebody was asked to speak. */
export function voiceFault(spoken: readonly Loudness[]): Fault | null {
  if (spoken.every(({ peak }) => peak === 0)) return { name: 'muted' }
  if (!spoken.some(isVoice)) return { name: 'silent' }
  const clipped = spoken.filter(isClipped).length
  if (clipped > MOST_CLIPPED_SHARE * spoken.length) return { name: 'clipping' }
  return decibels(voiceLevel(spoken)) < FAINT_DECIBELS ? { name: 'faint' } : null
}

/** What is wrong with the place, from moments in which somebody was asked to be quiet. */
export function noiseFault(spoken: readonly Loudness[], quiet: readonly Loudness[]): Fault | null {
  const above = decibels(voiceLevel(spoken)) - decibels(quantile(quiet, 0.5))
  return above < CLEAR_DECIBELS ? { name: 'noisy', figures: { decibels: Math.max(0, Math.round(above)) } } : null
}

/** The level of the loudest tenth, so that pauses between words do not count. */
export const voiceLevel = (spoken: readonly Loudness[]): number => quantile(spoken, 0.9)

function quantile(moments: readonly Loudness[], share: number): number {
  const levels = moments.map(({ level }) => level).sort((a, b) => a - b)
  return levels[Math.min(levels.length - 1, Math.floor(share * levels.length))] ?? 0
}
