import { expect, it } from 'vitest'

import { loudness, noiseFault, voiceFault } from './voice'

/** Moments of a tone of this amplitude, in [0, 1]. */
const tone = (amplitude: number, count = 20) =>
  Array.from({ length: count }, () =>
    loudness(Int16Array.from({ length: 1024 }, (_, at) => Math.round(amplitude * 32767 * Math.sin(at / 5)))),
  )

it('hears a good voice, and what is wrong with others', () => {
  expect(voiceFault([...tone(0.3), ...tone(0.001)])).toBeNull()
  expect(voiceFault(tone(0))?.name).toBe('muted')
  expect(voiceFault(tone(0.0005))?.name).toBe('silent')
  expect(voiceFault(tone(0.006))?.name).toBe('faint')
  expect(voiceFault([...tone(0.3), ...tone(1, 2)])?.name).toBe('clipping')
})

it('tells how far a voice stands above the noise', () => {
  expect(noiseFault(tone(0.3), tone(0.003))).toBeNull()
  expect(noiseFault(tone(0.3), tone(0.15))).toEqual({ name: 'noisy', figures: { decibels: 6 } })
  expect(noiseFault(tone(0.1), tone(0.3))?.figures?.decibels).toBe(0)
})
