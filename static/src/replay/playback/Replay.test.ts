// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestAudio } from '../../../testing/TestAudio'
import { Scope } from '../../kit/lifecycle/Scope'
import { PassingTime, VoiceTime } from './playback'
import { Replay } from './Replay'
import { ownVoice } from './voiceTrack'

let scope: Scope
let replay: Replay
let told: unknown[]

beforeEach(() => {
  vi.useFakeTimers()
  scope = new Scope()
  told = []
  replay = new Replay(new PassingTime(10, null, ownVoice(10)), 10, scope)
  replay.on('playing', (playing) => told.push(playing))
  replay.on('jump', () => told.push('jump'))
})
afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
})
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

it('plays and pauses, and tells each once', async () => {
  replay.toggle()
  await pass(1)
  expect([replay.playing, replay.time, told]).toEqual([true, expect.closeTo(1, 1), [true]])
  replay.toggle()
  await pass(5)
  expect([replay.playing, replay.time, told]).toEqual([false, expect.closeTo(1, 1), [true, false]])
})

it('tells its time in every frame while it plays, and not afterwards', async () => {
  let count = 0
  replay.on('time', () => (count += 1))
  replay.toggle()
  await pass(0.5)
  replay.toggle()
  const played = count
  await pass(1)
  expect([played > 20, count - played <= 1]).toEqual([true, true])
})

it('jumps within its length', () => {
  const times = [5, 99, -3].map((to) => {
    replay.seek(to)
    return replay.time
  })
  replay.skip(2)
  replay.skip(-9)
  expect([times, replay.time, told]).toEqual([[5, 10, 0], 0, Array(5).fill('jump')])
})

it('ends at its end, and begins again from there', async () => {
  replay.seek(9.5)
  replay.toggle()
  await pass(2)
  expect([replay.playing, replay.time, told]).toEqual([false, 10, ['jump', true, false]])
  replay.toggle()
  await pass(1)
  expect([replay.playing, replay.time]).toEqual([true, expect.closeTo(1, 1)])
})

it('stands still where somebody goes after its end', async () => {
  replay.seek(9.5)
  replay.toggle()
  await pass(2)
  replay.seek(4)
  await pass(1)
  expect([replay.playing, replay.time]).toEqual([false, 4])
})

it('plays a stretch and pauses at its end, unless somebody goes elsewhere', async () => {
  replay.playBetween(2, 3)
  await pass(2)
  expect([replay.playing, replay.time]).toEqual([false, expect.closeTo(3, 1)])
  replay.playBetween(2, 3)
  replay.seek(5)
  await pass(2)
  expect([replay.playing, replay.time]).toEqual([true, expect.closeTo(7, 1)])
})

it('goes faster', async () => {
  replay.setRate(2)
  replay.toggle()
  await pass(1)
  replay.setRate(0.5)
  await pass(1)
  expect(replay.time).toBeCloseTo(2.5, 1)
})

it('has the clock of a voice that cannot drift', () => {
  const audio = new TestAudio()
  const time = new VoiceTime(audio)
  time.seek(3)
  time.play()
  time.setRate(1.5)
  expect([time.time, time.playing, audio.playbackRate]).toEqual([3, true, 1.5])
  time.pause()
  expect([time.playing, audio.paused]).toEqual([false, true])
})
