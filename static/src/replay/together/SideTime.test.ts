import { describe, expect, it } from 'vitest'

import { KeptVoice, SharedTime, type VoiceElement } from '../playback/playback'
import { SideTime } from './SideTime'

/** Recorded from 2 to 6 s of the line, and after a reload from 9 s on; six seconds in all, by a clock that is 1 % slow. */
const RATE = 1.01
const side = () => new SideTime({ starts: [0, 4], begins: [2, 9], rate: RATE, bound: 0.01 }, 6)

describe('a side’s recording on the dialogue’s line', () => {
  it('is in stretches between its pauses', () => {
    expect(side().stretches.map(({ start, end, own }) => [start, end, own])).toEqual([
      [2, expect.closeTo(2 + 4 * RATE), 0],
      [9, expect.closeTo(9 + 2 * RATE), 4],
    ])
  })

  it('has a second for each moment in which it was recorded, and says where it was not', () => {
    const states = [0, 1.99, 2, 2 + 3 * RATE, 7, 9, 9 + RATE, 12].map((time) => side().at(time))
    expect(states).toEqual([
      { state: 'before' },
      { state: 'before' },
      { state: 'recording', time: 0 },
      { state: 'recording', time: expect.closeTo(3) as number },
      { state: 'paused' },
      { state: 'recording', time: 4 },
      { state: 'recording', time: expect.closeTo(5) as number },
      { state: 'after' },
    ])
  })

  it('gives back each moment from its second', () => {
    const own = side()
    for (const second of [0, 1.5, 3.999, 4, 5.2, 6]) {
      const moment = own.at(own.timeOf(second))
      expect(moment).toEqual({ state: 'recording', time: expect.closeTo(second) as number })
    }
  })

  it('holds its voice where it was in a pause and at the end', () => {
    const own = side()
    expect([0, 7, 20].map((time) => own.positionAt(time))).toEqual([0, expect.closeTo(4), 6])
    expect([0, 3, 7, 10, 20].map((time) => own.playingAt(time))).toEqual([false, true, false, true, false])
    expect(own.begins).toBe(2)
  })

  it('begins where it is reckoned from, although nobody asked for the time before its first pause', () => {
    const late = new SideTime({ starts: [4], begins: [9], rate: 1, bound: 0.01 }, 6)
    expect([late.stretches, late.timeOf(0)]).toEqual([[{ own: 0, start: 5, end: 11 }], 5])
  })

  it('has no stretch where nothing was recorded', () => {
    expect(new SideTime({ starts: [0], begins: [0], rate: 1, bound: 0 }, 0).at(1)).toEqual({ state: 'before' })
  })
})

class Tape implements VoiceElement {
  ended = false
  paused = true
  playbackRate = 1
  currentTime = 0

  play() {
    this.paused = false
    return Promise.resolve()
  }

  pause() {
    this.paused = true
  }
}

describe('two voices on one line', () => {
  /** Both tapes start late, and one runs slowly. */
  function both(speeds: readonly number[] = [1, 1]) {
    const clock = { now: 50 }
    const tapes = [new Tape(), new Tape()]
    const tracks = [new SideTime({ starts: [0], begins: [0], rate: 1, bound: 0 }, 12), side()]
    const time = new SharedTime(12, tracks.map((track, index) => new KeptVoice(tapes[index]!, track)), () => clock.now)
    const pass = (seconds: number) => {
      for (let step = 0; step < seconds * 100 - 0.5; step++) {
        clock.now += 0.01
        for (const [index, tape] of tapes.entries()) if (!tape.paused) tape.currentTime += 0.01 * tape.playbackRate * (speeds[index] ?? 1)
        time.keepInStep()
      }
    }
    /** Of those that are heard. */
    const off = () => tapes.map((tape, index) => (tape.paused ? 0 : Math.abs(tape.currentTime - (tracks[index]?.positionAt(time.time) ?? 0))))
    return { time, tapes, pass, off }
  }

  it('play together, each where it was recorded', () => {
    const { time, tapes, pass } = both()
    time.play()
    const heard = [1, 2, 4, 3, 3].map((seconds) => {
      pass(seconds)
      return tapes.map(({ paused }) => !paused)
    })
    expect(heard).toEqual([
      [true, false],
      [true, true],
      [true, false],
      [true, true],
      [false, false],
    ])
  })

  it('are never further than 40 ms from their places, but for what a frame adds', () => {
    const { time, pass, off } = both([0.97, 1.03])
    time.play()
    for (let second = 0; second < 10; second++) {
      pass(1)
      expect(Math.max(...off())).toBeLessThan(0.042)
    }
  })

  it('go along when somebody jumps or changes the speed', () => {
    const { time, tapes, pass, off } = both()
    time.seek(10)
    expect(tapes.map(({ currentTime }) => currentTime)).toEqual([10, expect.closeTo(4 + 1 / RATE)])
    time.setRate(0.5)
    time.play()
    pass(1)
    expect([time.time, Math.max(...off()) < 0.042]).toEqual([expect.closeTo(10.5), true])
  })
})
