import { beforeEach, expect, it } from 'vitest'

import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import type { ClockReading } from './PairingLine'
import { type ClockExchange, SharedClock } from './SharedClock'

class Line extends Emitter<{ clock: ClockReading; state: never; now: never; text: never; camera: never; signal: never }> {
  answer(sent: number, trip: number): void {
    this.emit('clock', { sent, received: 1_764e9 + sent + trip / 2, answered: 1_764e9 + sent + trip / 2, arrived: sent + trip })
  }
}

let line: Line
let exchanges: ClockExchange[]
let recording: { since: number | null; timeAt: (moment: number) => number | null }

beforeEach(() => {
  line = new Line()
  exchanges = []
  recording = { since: 1.5, timeAt: (moment) => 2 + (moment - 1000) / 1000 }
  void new SharedClock(new Scope(), line, exchanges, { get since() { return recording.since }, timeAt: (moment) => recording.timeAt(moment) })
})

it('keeps the promptest of each ten seconds, in seconds of the recording and of the server', () => {
  line.answer(1000, 80)
  line.answer(3000, 20)
  line.answer(5000, 40)
  expect(exchanges).toEqual([{ since: 1.5, sent: 4, received: 1_764e6 + 3.01, answered: 1_764e6 + 3.01, arrived: 4.02, device: (performance.timeOrigin + 3000) / 1000 }])
  line.answer(13_500, 200)
  line.answer(15_000, 30)
  expect(exchanges.map(({ sent }) => sent)).toEqual([4, 16])
})

it('keeps nothing of what was not recorded all the while', () => {
  recording.since = null
  line.answer(1000, 20)
  recording.since = 2
  line.answer(900, 150) // asked before the stretch began
  recording.timeAt = () => null
  line.answer(1500, 20)
  recording.timeAt = (moment) => (moment > 2000 ? 3.2 : 3)
  line.answer(1990, 30) // it stood still in between
  expect(exchanges).toEqual([])
})

it('begins anew after a pause, which moves the recording against the server', () => {
  line.answer(1000, 20)
  recording.since = 3
  recording.timeAt = (moment) => 3 + (moment - 4000) / 1000
  line.answer(4500, 90)
  expect(exchanges.map(({ since }) => since)).toEqual([1.5, 3])
})

it('goes on with what a page that was opened again had kept', () => {
  exchanges.push({ since: 0, sent: 1, received: 1_764e6, answered: 1_764e6, arrived: 1.1, device: 1_764e6 })
  line.answer(1000, 20)
  expect(exchanges.length).toBe(2)
})
