// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Scope } from '../kit/lifecycle/Scope'
import { Microphone } from './Microphone'

/** A browser with one microphone, whose worklet a test speaks for. */
let track: EventTarget & { stop: () => void }
let did: unknown[]
let settings: object
let port: { onmessage: ((event: object) => void) | null }

class Context {
  readonly sampleRate: number
  readonly destination = 'destination'
  readonly audioWorklet = { addModule: () => Promise.resolve() }
  constructor({ sampleRate = 44_100, latencyHint }: AudioContextOptions) {
    this.sampleRate = sampleRate
    did.push(['context', sampleRate, latencyHint])
  }
  createMediaStreamSource = () => ({ connect: () => ({ connect: (to: string) => void did.push(['heard by', to]) }) })
  resume = () => Promise.resolve(void did.push('resumed'))
  close = () => Promise.resolve(void did.push('closed'))
}

beforeEach(() => {
  did = []
  settings = { sampleRate: 48_000, latency: 0.02 }
  port = { onmessage: null }
  track = Object.assign(new EventTarget(), { stop: () => void did.push('stopped') })
  const getUserMedia = (asked: object) => {
    did.push(asked)
    return Promise.resolve({ getTracks: () => [track], getAudioTracks: () => [{ getSettings: () => settings }] })
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal('AudioWorkletNode', class {
    readonly port = port
  })
})
afterEach(() => void vi.unstubAllGlobals())

const hear = (frame: number, ...samples: number[]) => port.onmessage?.({ data: { frame, samples: Int16Array.from(samples), at: Date.now() } })

it('takes the voice as it comes in, at the microphone’s own rate, or at that of a recording', async () => {
  const own = await Microphone.open(new Scope())
  const again = await Microphone.open(new Scope(), 16_000)
  settings = {}
  const unknown = await Microphone.open(new Scope())
  expect([own, again, unknown].map(({ sampleRate }) => sampleRate)).toEqual([48_000, 16_000, 44_100])
  expect(did.slice(0, 3)).toEqual([{ audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false } }, ['context', 48_000, 0.05], ['heard by', 'destination']])
})

it('has started when samples come, of which it tells the loudest', async () => {
  const microphone = await Microphone.open(new Scope())
  const told: unknown[] = []
  microphone.on('level', (level) => told.push(level))
  microphone.on('block', ({ frame }) => told.push(`block ${frame}`))
  let started = false
  const starting = microphone.start().then(() => (started = true))
  await Promise.resolve()
  expect([started, did.at(-1)]).toEqual([false, 'resumed'])
  hear(100, 5, -0x4000, 9)
  await starting
  expect([started, told]).toEqual([true, [0.5, 'block 100']])
})

it.each([[0.02, 960], [undefined, 0]])('knows that a sound becomes a sample later (%s s)', async (latency, frames) => {
  vi.useFakeTimers({ now: 1000, toFake: ['Date', 'performance'] })
  settings = { sampleRate: 48_000, latency }
  const microphone = await Microphone.open(new Scope())
  hear(0, ...Array<number>(480).fill(0))
  // The last of 480 samples has come now, or a millisecond later as clocks are cut.
  expect(microphone.frameAt(performance.now() + 1)).toBe(480 + frames)
  vi.useRealTimers()
})

it('says that it was pulled out, and lets go of everything when it is closed', async () => {
  const microphone = await Microphone.open(new Scope())
  const ended = vi.fn()
  microphone.on('ended', ended)
  track.dispatchEvent(new Event('ended'))
  expect(ended).toHaveBeenCalledOnce()
  microphone.close()
  expect(did.slice(-2).sort()).toEqual(['closed', 'stopped'])
})

it('says why there is no voice, and holds nothing then', async () => {
  vi.stubGlobal('AudioWorkletNode', function refused() {
    throw new DOMException('', 'NotReadableError')
  })
  await expect(Microphone.open(new Scope())).rejects.toMatchObject({ name: 'MicrophoneError', fault: 'busy' })
  expect(did.slice(-2).sort()).toEqual(['closed', 'stopped'])
  vi.stubGlobal('isSecureContext', false)
  await expect(Microphone.open(new Scope())).rejects.toMatchObject({ fault: 'insecure' })
})
