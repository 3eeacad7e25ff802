// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TestAudio } from '../../testing/TestAudio'
import { TestWaveform } from '../../testing/TestWaveform'
import { Scope } from '../kit/lifecycle/Scope'
import { VoicePlayer } from './VoicePlayer'

vi.mock('./VoiceWaveform', () => ({ VoiceWaveform: TestWaveform }))

const VOICE = new Blob(['voice'])
const RATE = 1000
/** A tone of two seconds, silence for three, and a tone for five. */
const SAMPLES = Float32Array.from({ length: 10 * RATE }, (_, at) => (at < 2 * RATE || at >= 5 * RATE ? 0.3 * Math.sin(at / 3) : 0))

let scope: Scope
let player: VoicePlayer
let audio: TestAudio

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Audio', TestAudio)
  TestWaveform.samples = null
  scope = new Scope()
  document.body.replaceChildren()
  player = new VoicePlayer(scope, document.body)
  audio = TestAudio.made.at(-1)!
})
afterEach(() => {
  scope.dispose()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const find = (name: string) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`)
const press = (key: string, held: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, code: key === '.' ? 'Period' : key, bubbles: true, cancelable: true, ...held })
  document.body.dispatchEvent(event)
  return event.defaultPrevented
}
const choose = (name: string, value: string) => {
  const menu = find(name) as HTMLSelectElement
  menu.value = value
  menu.dispatchEvent(new Event('change'))
}
const shown = () => [find('play')?.textContent, player.element.dataset.state, player.playing]

it('plays and pauses by button and by key', () => {
  find('play')?.click()
  expect(shown()).toEqual(['Pause', 'playing', true])
  expect(press('Escape')).toBe(true)
  expect(shown()).toEqual(['Play', 'paused', false])
  player.start()
  audio.hear(99)
  expect(shown()).toEqual(['Play', 'paused', false])
})

it('jumps two seconds back and ahead, and not out of the voice', () => {
  const times = [() => find('skip-ahead')?.click(), () => press('ArrowRight', { altKey: true }), () => find('skip-back')?.click(), () => press('ArrowLeft', { altKey: true }), () => press('ArrowLeft', { altKey: true }), () => player.seek(99)].map((act) => {
    act()
    return [player.time, find('voice-time')?.textContent]
  })
  expect(times).toEqual([[2, '0:02 / 0:10'], [4, '0:04 / 0:10'], [2, '0:02 / 0:10'], [0, '0:00 / 0:10'], [0, '0:00 / 0:10'], [10, '0:10 / 0:10']])
})

it('goes faster and slower in steps, by menu and by key', () => {
  const speed = find('speed') as HTMLSelectElement
  expect([...speed.options].map((option) => [option.value, option.hasAttribute('selected')])).toEqual([['0.5', false], ['0.75', false], ['1', true], ['1.25', false], ['1.5', false], ['2', false]])
  choose('speed', '1.5')
  expect(audio.playbackRate).toBe(1.5)
  const faster = ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown'].map((key) => {
    press(key, { altKey: true })
    return [audio.playbackRate, speed.value]
  })
  expect(faster.map(([rate]) => rate)).toEqual([2, 2, 2, 1.5, 1.25, 1, 0.75, 0.5, 0.5])
  expect(faster.every(([rate, value]) => String(rate) === value)).toBe(true)
})

it('magnifies the waveform', async () => {
  await player.load(VOICE)
  choose('zoom', '4')
  expect([TestWaveform.made.at(-1)?.zoomed, [...(find('zoom') as HTMLSelectElement).options].map(({ value }) => value)]).toEqual([4, ['1', '2', '4', '8']])
})

it('offers to skip silence where there is any, and counts speech without it', async () => {
  await player.load(VOICE)
  player.showSilences()
  expect([find('skip-silence')?.hidden, player.voicedSeconds]).toEqual([true, 10])
  TestWaveform.samples = { samples: SAMPLES, sampleRate: RATE }
  player.showSilences()
  const [silence] = TestWaveform.made.at(-1)!.marked
  expect([find('skip-silence')?.hidden, TestWaveform.made.at(-1)?.marked.length]).toEqual([false, 1])
  expect(silence).toEqual({ start: expect.closeTo(2, 0) as number, end: expect.closeTo(5, 0) as number })
  expect(player.voicedSeconds).toBeCloseTo(10 - (silence!.end - silence!.start))
  player.seek(3)
  press('.', { altKey: true })
  const { time } = player
  expect(time).toBeCloseTo(5, 0)
  find('skip-silence')?.click()
  expect(player.time).toBe(time)
})

it('knows how much was heard', () => {
  expect(player.heardShare).toBe(0)
  player.start()
  audio.hear(2)
  player.seek(5)
  audio.hear(1)
  expect(player.heardShare).toBeCloseTo(0.3)
  audio.duration = NaN
  expect(player.heardShare).toBe(0)
})

it('tells its time in every frame while it plays, and after a jump', async () => {
  const times: number[] = []
  player.on('time', (time) => times.push(time))
  player.seek(3)
  expect(times).toEqual([3, 3])
  player.start()
  await vi.advanceTimersByTimeAsync(100)
  expect(times.length).toBeGreaterThan(5)
  audio.pause()
  const count = times.length
  await vi.advanceTimersByTimeAsync(100)
  expect(times.length).toBeLessThanOrEqual(count + 1)
})

it('tells the page what somebody did with it', () => {
  const told: unknown[] = []
  scope.listen(document.body, 'pangea-player', ({ detail }) => told.push(detail))
  player.start()
  audio.hear(1.5)
  audio.pause()
  player.seek(4)
  choose('speed', '2')
  expect(told).toEqual([{ name: 'play', amount: 0 }, { name: 'pause', amount: 1.5 }, { name: 'seek', amount: 4 }, { name: 'rate', amount: 2 }])
})

it('loads each voice into one waveform, and says when that fails', async () => {
  const made = TestWaveform.made.length
  await player.load(VOICE)
  await player.load(VOICE)
  expect([TestWaveform.made.length - made, TestWaveform.made.at(-1)?.loaded]).toEqual([1, [VOICE, VOICE]])
  TestWaveform.refuses = new Error('no voice')
  await expect(player.load(VOICE)).rejects.toThrow('no voice')
  TestWaveform.refuses = null
})

it('leaves keys to a dialog, and is quiet when its page ends', async () => {
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  dialog.showModal()
  expect([press('Escape'), player.playing]).toEqual([false, false])
  dialog.remove()
  player.start()
  scope.dispose()
  expect([player.playing, press('Escape')]).toEqual([false, false])
  const made = TestWaveform.made.length
  await player.load(VOICE)
  expect(TestWaveform.made.length).toBe(made)
})
