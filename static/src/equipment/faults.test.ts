// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { isBearable, networkFault, pictureFault } from './faults'
import { decibels, isClipped, isVoice, loudness, noiseFault, voiceFault } from './voice'

const moment = (level: number, peak = level) => ({ level, peak })
/** So many moments of this level in decibels. */
const at = (db: number, count: number, peak?: number) => Array.from({ length: count }, () => moment(10 ** (db / 20), peak ?? 10 ** (db / 20)))
const { signal } = new AbortController()

beforeEach(() => vi.stubGlobal('fetch', () => Promise.resolve(new Response('x'))))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the network', () => {
  const script = (name: string, encodedBodySize: number, milliseconds: number) => ({ name: `${location.origin}/${name}`, encodedBodySize, responseStart: 100, responseEnd: 100 + milliseconds }) as PerformanceResourceTiming
  const read = (...timings: PerformanceResourceTiming[]) => vi.spyOn(performance, 'getEntriesByType').mockReturnValue(timings)

  it.each([
    ['1.5 Mbit/s are enough', [script('a.js', 187_500, 1000)], null],
    ['less is slow', [script('a.js', 175_000, 1000)], { name: 'slow', figures: { megabits: '1.4' } }],
    ['the largest script counts', [script('small.js', 1000, 1000), script('a.js', 1_000_000, 1000)], null],
    ['another site’s script does not count', [Object.assign(script('b.js', 2_000_000, 60_000), { name: 'https://elsewhere.test/b.js' }), script('a.js', 1_000_000, 1000)], null],
    ['the last time counts', [script('a.js', 1_000_000, 60_000), script('a.js', 1_000_000, 1000)], null],
    ['what is no script does not count', [script('a.png', 1000, 60_000), script('a.js', 1_000_000, 1000)], null],
    ['nobody knows what the browser does not tell', [script('a.js', 0, 1000)], null],
    ['there is nothing to measure', [], null],
  ] as const)('%s', async (_, timings, fault) => {
    read(...timings)
    expect(await networkFault(signal)).toEqual(fault)
  })

  it('is away where nothing comes', async () => {
    read(script('a.js', 1_000_000, 1000))
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no')))
    expect(await networkFault(signal)).toEqual({ name: 'offline' })
    await expect(networkFault(AbortSignal.abort())).rejects.toThrow('no')
  })
})

it('needs a GPU for pictures, of which it lets go', () => {
  const loseContext = vi.fn()
  const get = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ getExtension: () => ({ loseContext }) } as never)
  expect([pictureFault(), loseContext.mock.calls.length]).toEqual([null, 1])
  get.mockReturnValue(null)
  expect(pictureFault()).toEqual({ name: 'webgl' })
})

it('lets people work who can', () => {
  const names = ['faint', 'clipping', 'noisy', 'slow', 'muted', 'silent', 'webgl', 'offline', 'denied'] as const
  expect(names.filter((name) => isBearable({ name }))).toEqual(['faint', 'clipping', 'noisy', 'slow'])
})

describe('a voice', () => {
  it('is measured in shares of the loudest that there can be', () => {
    expect(loudness(Int16Array.of(16384, -16384))).toEqual({ level: 0.5, peak: 0.5 })
    expect(loudness(new Int16Array())).toEqual({ level: 0, peak: 0 })
    expect([decibels(1), decibels(0.1), decibels(0)]).toEqual([0, -20, -180])
    expect([isVoice(moment(10 ** (-50.1 / 20))), isVoice(moment(10 ** (-49.9 / 20))), isClipped(moment(0, 0.99)), isClipped(moment(0, 0.989))]).toEqual([false, true, true, false])
  })

  it.each([
    ['muted', at(-90, 10, 0)],
    ['silent', at(-60, 10)],
    ['faint', at(-43, 10)],
    [null, at(-41, 10)],
    [null, [...at(-30, 98), ...at(-30, 2, 1)]],
    ['clipping', [...at(-30, 97), ...at(-30, 3, 1)]],
    [null, [...at(-70, 8), ...at(-30, 2)]],
  ] as const)('is %s', (name, spoken) => {
    expect(voiceFault(spoken)?.name ?? null).toBe(name)
  })

  it('should stand twelve decibels above the room', () => {
    expect(noiseFault(at(-30, 10), at(-42.1, 5))).toBeNull()
    expect(noiseFault(at(-30, 10), at(-41, 5))).toEqual({ name: 'noisy', figures: { decibels: 11 } })
    expect(noiseFault(at(-30, 10), at(-20, 5))).toEqual({ name: 'noisy', figures: { decibels: 0 } })
    // The middle of the quiet moments counts, not one door.
    expect(noiseFault(at(-30, 10), [...at(-60, 3), ...at(-20, 2)])).toBeNull()
  })
})
