import { expect, it } from 'vitest'

import type { Block } from '../../../audio/pcm'
import { Emitter } from '../../../kit/lifecycle/Emitter'
import { Scope } from '../../../kit/lifecycle/Scope'
import { base64, LessonRecording, thinned } from './LessonRecording'

class Source<Events> extends Emitter<Events> {
  tell<Name extends keyof Events>(name: Name, value: Events[Name]): void {
    this.emit(name, value)
  }
}

it('keeps clipped peaks flat when it leaves out samples', () => {
  expect([...thinned(Int16Array.of(32767, 32767, 32767, 32767, 4, 8, 1), 2)]).toEqual([32767, 32767, 6])
  expect([...thinned(Int16Array.of(1, 2, -3, -4), 2)]).toEqual([2, -3])
})

it('has no more samples in a second than the server takes', () => {
  const microphone = Object.assign(new Source<{ block: Block; level: number; ended: null }>(), { sampleRate: 44_100 })
  const viewer = Object.assign(new Source<{ viewpointchange: { viewpointId: string } }>(), { viewpointId: 'door' })
  expect(new LessonRecording(new Scope(), microphone, viewer, 16_000).stop().sample_rate).toBe(14_700)
})

it('writes samples as little-endian bytes, however many', () => {
  expect(base64(Int16Array.of(1, -2))).toBe('AQD+/w==')
  expect(atob(base64(new Int16Array(40_000)))).toHaveLength(80_000)
})

it('says when each viewpoint was reached, on the clock of the voice', () => {
  const microphone = Object.assign(new Source<{ block: Block; level: number; ended: null }>(), { sampleRate: 48_000 })
  const viewer = Object.assign(new Source<{ viewpointchange: { viewpointId: string } }>(), { viewpointId: 'door' })
  const recording = new LessonRecording(new Scope(), microphone, viewer, 12_000)
  microphone.tell('block', { samples: new Int16Array(24_000) } as never)
  viewer.tell('viewpointchange', { viewpointId: 'lamp' })
  microphone.tell('block', { samples: new Int16Array(24_000) } as never)
  const walk = recording.stop()
  expect(walk.visits).toEqual([{ time: 0, viewpoint_id: 'door' }, { time: 0.5, viewpoint_id: 'lamp' }])
  expect(walk.sample_rate).toBe(12_000)
  expect(atob(walk.voice)).toHaveLength(2 * 12_000)
})
