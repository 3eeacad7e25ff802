import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Emitter } from '../../kit/lifecycle/Emitter'
import { Scope } from '../../kit/lifecycle/Scope'
import type { PairingLine } from '../PairingLine'
import type { Heard } from './figures'
import { type Link, LinkLog } from './LinkLog'
import type { LiveVoice } from './LiveVoice'

class Voice extends Emitter<{ change: null }> {
  heard: Heard | null = null
  way: string | null = null
  muted = false
  turn(change: Partial<Pick<Voice, 'way' | 'muted'>>): void {
    Object.assign(this, change)
    this.emit('change', null)
  }
}

class Line extends Emitter<{ now: null; state: null }> {
  state = 'joined'
  now: { partner: string } | null = { partner: 'here' }
  turn(partner: string): void {
    this.now = { partner }
    this.emit('now', null)
  }
}

let scope: Scope
let voice: Voice
let line: Line
let link: Link
/** Of the recording less that of the page, in seconds; null in a pause. */
let recordedSince: number | null

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] })
  ;[scope, voice, line] = [new Scope(), new Voice(), new Line()]
  link = { heard: [], states: [] }
  recordedSince = 0
})
afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})

function open(): void {
  const timeAt = (moment: number) => (recordedSince === null ? null : moment / 1000 - recordedSince)
  new LinkLog(scope, link, { voice: voice as unknown as LiveVoice, line: line as unknown as PairingLine, timeAt })
}

/** A second in which the partner is heard so late; their device is 500 s ahead. */
function second(delay: number): void {
  vi.advanceTimersByTime(999)
  const moment = performance.now()
  voice.heard = { spoken: moment / 1000 - delay + 500, moment }
  vi.advanceTimersByTime(1)
}

it('keeps when the partner was heard, once in ten seconds and where the delay changes', () => {
  open()
  for (const delay of [0.1, 0.11, 0.09, 0.1, 0.3, 0.3, ...Array<number>(12).fill(0.3)]) second(delay)
  const delays = link.heard.map(({ spoken, time }) => Number((time - spoken + 500).toFixed(3)))
  expect([delays, link.heard.map(({ time }) => Math.round(time))]).toEqual([[0.1, 0.3, 0.3], [1, 5, 15]])
})

it('keeps nothing in a pause, and goes on after it in the time of the recording', () => {
  open()
  second(0.1)
  recordedSince = null
  second(0.5)
  recordedSince = 2
  second(0.5)
  expect(link.heard.map(({ time }) => Math.round(time))).toEqual([1, 1])
  voice.heard = null
  vi.advanceTimersByTime(20_000)
  expect(link.heard.length).toBe(2)
})

it('keeps how the line stands, when that changes', () => {
  open()
  vi.advanceTimersByTime(2000)
  voice.turn({ way: 'webrtc' })
  voice.turn({ way: 'webrtc' })
  recordedSince = null
  voice.turn({ muted: true })
  recordedSince = 1
  vi.advanceTimersByTime(1000)
  line.turn('away')
  expect(link.states).toEqual([
    { time: 0, joined: true, partner: 'here', way: null, muted: false },
    { time: 2, joined: true, partner: 'here', way: 'webrtc', muted: false },
    { time: 2, joined: true, partner: 'here', way: 'webrtc', muted: true },
    { time: 2, joined: true, partner: 'away', way: 'webrtc', muted: true },
  ])
})

it('stops with its voice', () => {
  open()
  scope.dispose()
  voice.turn({ muted: true })
  second(0.1)
  expect([link.states.length, link.heard.length]).toEqual([1, 0])
})
