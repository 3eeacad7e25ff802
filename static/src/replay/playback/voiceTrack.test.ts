import { describe, expect, it } from 'vitest'

import { heardSamples, heardStretches, heardVoice, ownVoice } from './voiceTrack'

describe('the voice that a Follower heard', () => {
  // plays 0..1, stands still for 2 s, plays on to 2, skips back to 0.5 and plays to 1.5
  const voice = heardVoice([0, 1, 2, 3, 4, 4.01, 5.01], [0, 1, 1, 1, 2, 0.5, 1.5])

  it('moves on between two snapshots', () => {
    expect(voice.positionAt(0.25)).toBe(0.25)
    expect(voice.playingAt(0.25)).toBe(true)
    expect(voice.positionAt(4.51)).toBeCloseTo(1)
  })

  it('stands still in a pause, before the start and after the end', () => {
    expect([1.5, -1, 9].map((time) => voice.positionAt(time))).toEqual([1, 0, 1.5])
    expect([1.5, -1, 9].map((time) => voice.playingAt(time))).toEqual([false, false, false])
  })

  it('takes a skip for a skip', () => {
    expect(voice.positionAt(4.005)).toBe(2)
    expect(voice.positionAt(4.01)).toBe(0.5)
  })

  it('finds when a position was first heard, and says so if it never was', () => {
    expect(voice.timeOf(0.75)).toBeCloseTo(0.75)
    expect(voice.timeOf(1.5)).toBeCloseTo(3.5)
    expect(voice.timeOf(7)).toBeNull()
  })
})

it('runs at the speed of speech where snapshots are far apart, then stands still', () => {
  const voice = heardVoice([0, 10], [0, 4])
  expect(voice.positionAt(3)).toBe(3)
  expect(voice.positionAt(8)).toBe(4)
  expect(voice.playingAt(8)).toBe(false)
})

it('does not stutter when the audio clock is coarser than the frames', () => {
  const voice = heardVoice([0, 0.016, 0.033, 0.05, 0.2, 0.3], [0, 0, 0.04, 0.04, 0.18, 0.3])
  for (let time = 0; time < 0.25; time += 0.005) expect(voice.playingAt(time)).toBe(true)
})

it('is silent when there is no snapshot', () => {
  expect(heardVoice([], []).positionAt(1)).toBe(0)
  expect(heardVoice([], []).timeOf(1)).toBeNull()
})

it("runs a Guide's own voice on the replay's clock until it ends", () => {
  const voice = ownVoice(10)
  expect([3, 12, -1].map((time) => voice.positionAt(time))).toEqual([3, 10, 0])
  expect([3, 12].map((time) => voice.playingAt(time))).toEqual([true, false])
  expect(voice.timeOf(4)).toBe(4)
})

it('tells when a Follower was listening', () => {
  const found = heardStretches(heardVoice([0, 1, 2, 4, 6], [0, 0, 1, 1, 3]), 6)
  expect(found.map((stretch) => stretch.map((time) => Math.round(time)))).toEqual([
    [1, 2],
    [4, 6],
  ])
})

it('is one stretch for a voice that runs through', () => {
  expect(heardStretches(ownVoice(3), 3)).toHaveLength(1)
})

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
