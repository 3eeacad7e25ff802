// @vitest-environment page
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'

import { TestAudio } from '../../../testing/TestAudio'
import { settled } from '../../../testing/until'
import { Scope } from '../../kit/lifecycle/Scope'
import { PhraseVoice } from './PhraseVoice'
import { sentence } from './testing'

const said = sentence({ voice_url: '/voices/1' })
const other = sentence({ voice_url: '/voices/2' })
const words = { sentence: said, start_time: 2, end_time: 3 }

let scope: Scope
let voice: PhraseVoice
let audio: TestAudio
let asked: string[]
let fails: boolean
let changes: unknown[]
let told: unknown[]
let freed: MockInstance<typeof URL.revokeObjectURL>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
  vi.stubGlobal('Audio', TestAudio)
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${asked.at(-1)}`)
  freed = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  ;[asked, changes, told, fails] = [[], [], [], false]
  scope = new Scope()
  const blob = (url: string) => {
    asked.push(url)
    return fails ? Promise.reject(new Error('offline')) : Promise.resolve(new Blob([url]))
  }
  voice = new PhraseVoice(scope, { blob }, document.body)
  audio = TestAudio.made.at(-1)!
  voice.on('change', (sounding) => changes.push(sounding))
  scope.listen(document.body, 'pangea-player', ({ detail }) => told.push(detail))
})
afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const frames = () => vi.advanceTimersByTimeAsync(50)

it('plays words with a little around them, and stops at their end', async () => {
  await voice.toggle(words)
  expect([audio.src, audio.currentTime, audio.paused, voice.isHeard(said), changes]).toEqual(['blob:/voices/1', 1.85, false, true, [said]])
  audio.hear(1.29)
  await frames()
  expect(audio.paused).toBe(false)
  audio.hear(0.02)
  await frames()
  expect([audio.paused, voice.isHeard(said), changes]).toEqual([true, false, [said, null]])
  expect(told).toEqual([{ name: 'play', amount: 1.85 }, { name: 'pause', amount: expect.closeTo(3.16) as number }])
})

it('plays all of a voice where nobody knows when the words were said', async () => {
  await voice.toggle({ sentence: said, start_time: null, end_time: null })
  expect(audio.currentTime).toBe(0)
  audio.hear(9.9)
  await frames()
  expect(audio.paused).toBe(false)
  audio.hear(1)
  expect(voice.isHeard(said)).toBe(false)
})

it('begins at the beginning where the words do', async () => {
  await voice.toggle({ ...words, start_time: 0.1 })
  expect(audio.currentTime).toBe(0)
})

it('stops when asked again, and turns to other words', async () => {
  await voice.toggle(words)
  await voice.toggle(words)
  expect([audio.paused, changes]).toEqual([true, [said, null]])
  await voice.toggle(words)
  await voice.toggle({ ...words, sentence: other })
  expect([audio.src, voice.isHeard(said), voice.isHeard(other), asked]).toEqual(['blob:/voices/2', false, true, ['/voices/1', '/voices/2']])
})

it('plays nothing where nobody spoke', async () => {
  await voice.toggle({ ...words, sentence: sentence() })
  expect([audio.paused, changes, asked]).toEqual([true, [], []])
})

it('says when a voice cannot be had, and asks for it again', async () => {
  fails = true
  await expect(voice.toggle(words)).rejects.toThrow('offline')
  expect([voice.isHeard(said), changes]).toEqual([false, [said, null]])
  await settled()
  fails = false
  await voice.toggle(words)
  expect([asked, audio.paused]).toEqual([['/voices/1', '/voices/1'], false])
})

it('does not take it for a failure when something else was asked for meanwhile', async () => {
  audio.refuses = new DOMException('stopped', 'AbortError')
  await voice.toggle(words)
  expect(voice.isHeard(said)).toBe(false)
})

it('does not begin when it was stopped before the voice had come', async () => {
  const begun = voice.toggle(words)
  voice.stop()
  await begun
  expect([audio.paused, audio.src]).toEqual([true, ''])
})

it('is quiet when the page ends, and frees its voices', async () => {
  await voice.toggle(words)
  scope.dispose()
  expect([audio.paused, freed.mock.calls]).toEqual([true, [['blob:/voices/1']]])
})
