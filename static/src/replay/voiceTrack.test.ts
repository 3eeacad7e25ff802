import { describe, expect, it } from 'vitest'
import { heardVoice, ownVoice } from './voiceTrack'

// plays 0..1, pauses for 2 s, plays on to 2, skips back to 0.5 and plays to 1.5
const time = [0, 1, 2, 3, 4, 4.01, 5.01]
const audio = [0, 1, 1, 1, 2, 0.5, 1.5]

describe('the voice that a Follower heard', () => {
  const voice = heardVoice(time, audio)

  it('moves on between two snapshots', () => {
    expect(voice.at(0.25)).toEqual({ position: 0.25, playing: true })
    expect(voice.at(4.51).position).toBeCloseTo(1)
  })

  it('stands still in a pause, before the start and after the end', () => {
    expect(voice.at(1.5)).toEqual({ position: 1, playing: false })
    expect(voice.at(-1)).toEqual({ position: 0, playing: true })
    expect(voice.at(9)).toEqual({ position: 1.5, playing: false })
  })

  it('takes a skip for a skip', () => {
    expect(voice.at(4.005)).toEqual({ position: 2, playing: false })
    expect(heardVoice([0, 0.02, 0.04], [0, 10, 10.02]).at(0.01).playing).toBe(false)
  })

  it('finds when a position was first heard, and says so if it never was', () => {
    expect(voice.timeOf(0.75)).toBeCloseTo(0.75)
    expect(voice.timeOf(1.5)).toBeCloseTo(3.5)
    expect(voice.timeOf(7)).toBeNull()
  })
})

it('is silent when there is no snapshot', () => {
  expect(heardVoice([], []).at(1)).toEqual({ position: 0, playing: false })
})

it("runs a Guide's own voice on the replay's clock until it ends", () => {
  const voice = ownVoice(10)
  expect(voice.at(3)).toEqual({ position: 3, playing: true })
  expect(voice.at(12)).toEqual({ position: 10, playing: false })
  expect(voice.timeOf(4)).toBe(4)
})
