import { expect, it } from 'vitest'

import { heardVoice, ownVoice } from '../playback/voiceTrack'
import { heardSamples } from './heardSamples'

const RATE = 1000
/** Three seconds of which each sample says when it was spoken. */
const VOICE = { samples: Float32Array.from({ length: 3 * RATE }, (_, index) => index / RATE), sampleRate: RATE }

it('is the voice itself where a Guide speaks, and silence behind its end', () => {
  const { samples } = heardSamples(VOICE, ownVoice(3), 2, 2)
  expect(samples.subarray(0, RATE)).toEqual(VOICE.samples.subarray(2 * RATE))
  expect(samples.subarray(RATE)).toEqual(new Float32Array(RATE))
})

it('is what a Follower heard: nothing before and in a pause, and all between', () => {
  const track = heardVoice([0, 1, 2, 4, 6], [0, 0, 1, 1, 3])
  const at = (second: number) => heardSamples(VOICE, track, 0, 6).samples[second * RATE]
  expect([0.5, 1.5, 3.5, 4.5, 5.5].map(at)).toEqual([0, 0.5, 0, 1.5, 2.5].map(Math.fround))
})

it('is silent where the Follower skipped', () => {
  const { samples } = heardSamples(VOICE, heardVoice([0, 1, 1.2, 2], [0, 1, 2.2, 3]), 0, 2)
  expect(samples.subarray(RATE, 1.2 * RATE)).toEqual(new Float32Array(0.2 * RATE))
  expect(samples[0.5 * RATE]).toBeCloseTo(0.5)
  expect(samples[1.5 * RATE]).toBeGreaterThan(2)
})
