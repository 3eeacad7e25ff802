import { expect, it } from 'vitest'

import { afterSilence, silences } from './silences'

const RATE = 8000

/** Seconds of a tone and of faint noise in turn. */
function voice(...seconds: number[]): Float32Array {
  const parts = seconds.map((length, index) =>
    Float32Array.from({ length: length * RATE }, (_, at) => (index % 2 === 0 ? 0.3 : 0.002) * Math.sin(at / 3)),
  )
  return Float32Array.from(parts.flatMap((part) => [...part]))
}

it('finds where nobody speaks for a while, and leaves the breath around it', () => {
  const found = silences(voice(1, 2, 1, 0.5, 1), RATE)
  expect(found).toHaveLength(1)
  expect(found[0]!.start).toBeCloseTo(1.1, 1)
  expect(found[0]!.end).toBeCloseTo(2.9, 1)
})

it('finds nothing in a voice without pauses, and all of a recording without a voice', () => {
  expect(silences(voice(3), RATE)).toEqual([])
  expect(silences(new Float32Array(2 * RATE), RATE)).toEqual([{ start: 0.1, end: 1.9 }])
  expect(silences(new Float32Array(0), RATE)).toEqual([])
})

it('goes on behind the silence that is there or comes next', () => {
  const found = [
    { start: 1, end: 2 },
    { start: 5, end: 6 },
  ]
  expect([0, 1.5, 2, 7].map((time) => afterSilence(found, time))).toEqual([2, 2, 6, null])
})

it('takes four fifths of a second for a silence, and less for a pause', () => {
  expect([0.8, 0.78].map((seconds) => silences(voice(1, seconds, 1), RATE).length)).toEqual([1, 0])
})

it('goes by the voice, not by a click that is louder', () => {
  const samples = voice(1, 2, 1).map((sample) => sample / 15)
  expect(silences(samples.fill(1, 0, 160), RATE)).toHaveLength(1)
})
