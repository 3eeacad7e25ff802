import { describe, expect, it } from 'vitest'

import { PassingTime, type VoiceElement } from './playback'
import { heardVoice } from './voiceTrack'

/** An audio element that runs on a clock which the test moves. */
class Tape implements VoiceElement {
  ended = false
  paused = true
  playbackRate = 1
  seeks = 0
  private position = 0

  get currentTime() {
    return this.position
  }

  set currentTime(position: number) {
    this.position = position
    this.seeks += 1
  }

  play() {
    this.paused = false
    return Promise.resolve()
  }

  pause() {
    this.paused = true
  }

  run(seconds: number) {
    if (!this.paused) this.position += seconds * this.playbackRate
  }
}

/** A Follower who listens for 2 s, stands still for 2 s and hears the next 2 s. */
function replay() {
  const tape = new Tape()
  const clock = { now: 100 }
  const track = heardVoice([0, 2, 4, 6], [0, 2, 2, 4])
  const time = new PassingTime(6, tape, track, () => clock.now)
  const pass = (seconds: number, speed = 1) => {
    for (let step = 0; step < seconds * 100 - 0.5; step++) {
      clock.now += 0.01
      tape.run(0.01 * speed)
      time.keepInStep()
    }
  }
  return { tape, time, pass }
}

describe("a Follower's replay", () => {
  it('plays the voice where they heard it and pauses it where they paused it', () => {
    const { tape, time, pass } = replay()
    time.play()
    pass(1)
    expect([time.time, tape.currentTime]).toEqual([expect.closeTo(1), expect.closeTo(1)])
    pass(2)
    expect([tape.paused, time.playing]).toEqual([true, true])
    pass(2)
    expect(tape.paused).toBe(false)
    expect(Math.abs(tape.currentTime - 3)).toBeLessThan(0.15)
    expect(tape.seeks).toBe(0)
  })

  it('moves a voice that falls behind, but not for every frame', () => {
    const { tape, time, pass } = replay()
    time.play()
    pass(1.5, 0.5)
    expect(tape.seeks).toBeGreaterThan(0)
    expect(tape.seeks).toBeLessThan(10)
    expect(Math.abs(tape.currentTime - 1.5)).toBeLessThan(0.16)
  })

  it('stops at the end', () => {
    const { tape, time, pass } = replay()
    time.play()
    pass(9)
    expect([time.time, time.playing, tape.paused]).toEqual([6, false, true])
  })

  it('takes the voice along when it jumps, also while it stands', () => {
    const { tape, time } = replay()
    time.seek(5)
    expect([time.time, tape.currentTime, tape.paused]).toEqual([5, 3, true])
  })

  it('changes its speed without changing its place', () => {
    const { time, pass } = replay()
    time.play()
    pass(1)
    time.setRate(2)
    expect(time.time).toBeCloseTo(1)
    pass(1)
    expect(time.time).toBeCloseTo(3)
  })
})
