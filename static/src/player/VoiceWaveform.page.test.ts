// @vitest-environment page
import { beforeEach, expect, it, vi } from 'vitest'

import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { VoiceWaveform } from './VoiceWaveform'

interface Region { start: number; end: number; drag: boolean; resize: boolean; element: HTMLElement }

const { surfer, regions, off } = vi.hoisted(() => {
  const off = vi.fn()
  const drawn: Region[] = []
  const regions = {
    addRegion: (region: Omit<Region, 'element'>) => drawn.push({ ...region, element: document.createElement('i') }),
    clearRegions: () => void drawn.splice(0),
    getRegions: () => drawn,
  }
  const surfer = { on: vi.fn(() => off), destroy: vi.fn(), zoom: vi.fn(), setScrollTime: vi.fn(), getWidth: () => 400, getScroll: () => 30, getDecodedData: vi.fn(), getWrapper: (): HTMLElement => document.body }
  return { surfer, regions, off }
})
vi.mock('wavesurfer.js', () => ({ default: { create: () => surfer } }))
vi.mock('wavesurfer.js/dist/plugins/regions.js', () => ({ default: { create: () => regions } }))

let scope: Scope
let place: HTMLElement
let waveform: VoiceWaveform

beforeEach(() => {
  vi.clearAllMocks()
  scope = new Scope()
  place = html('div', {})
  waveform = new VoiceWaveform(place, scope, { duration: 10 } as HTMLAudioElement)
})

it('marks stretches with a word, in place of those before', () => {
  waveform.mark([{ start: 1, end: 2 }], 'old')
  waveform.mark([{ start: 3, end: 4 }, { start: 5, end: 6 }], 'Nobody speaks')
  expect(regions.getRegions().map(({ start, end, drag, resize, element }) => [start, end, drag, resize, element.title])).toEqual([[3, 4, false, false, 'Nobody speaks'], [5, 6, false, false, 'Nobody speaks']])
})

it('is scrolled, also by key, only while it is magnified', () => {
  const wrapper = html('div', {})
  const scroller = html('div', {}, wrapper)
  surfer.getWrapper = () => wrapper
  waveform.zoom(4)
  expect([surfer.zoom.mock.lastCall, scroller.tabIndex]).toEqual([[160], 0])
  waveform.zoom(1)
  expect([surfer.zoom.mock.lastCall, scroller.tabIndex]).toEqual([[0], -1])
  for (const time of [-1, 3]) waveform.reveal(time)
  expect(surfer.setScrollTime.mock.calls).toEqual([[0], [3]])
})

it('carries an overlay until its scope ends, which is told what is shown', () => {
  const [over, overlay, follow] = [new Scope(), html('div', {}), vi.fn()]
  const { length } = surfer.on.mock.calls
  waveform.overlay(overlay, over, follow)
  expect([overlay.parentElement, follow.mock.calls]).toEqual([place, [[{ left: 30, width: 0 }]]])
  const told = surfer.on.mock.calls.length - length
  over.dispose()
  expect([overlay.parentElement, told, off.mock.calls.length]).toEqual([null, 4, 4])
})

it('has samples once they are decoded, and ends with its scope', () => {
  const channel = new Float32Array(2)
  surfer.getDecodedData.mockReturnValueOnce(null).mockReturnValueOnce({ getChannelData: (number: number) => (number === 0 ? channel : null), sampleRate: 8000 })
  expect([waveform.samples, waveform.samples]).toEqual([null, { samples: channel, sampleRate: 8000 }])
  scope.dispose()
  expect(surfer.destroy).toHaveBeenCalledOnce()
})
