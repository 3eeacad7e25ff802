import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Snapshot } from '../api/types'
import { Emitter } from '../lifecycle/Emitter'
import { Scope } from '../lifecycle/Scope'
import type { CameraState, ViewerEvents } from '../viewer/Viewer'
import { PoseRecorder } from './PoseRecorder'

class Camera extends Emitter<ViewerEvents> {
  turn(): void {
    this.emit('camerachange', { viewpointId: 'a', heading: 0, elevation: 0 })
  }

  snapshot(): CameraState {
    return { viewpoint_id: 'a', extrinsic_matrix: Array<number>(16).fill(1 / 3), intrinsic_matrix: Array<number>(16).fill(1) }
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function recording() {
  const [camera, sent] = [new Camera(), [] as Snapshot[][]]
  const clock = () => ({ time: performance.now() / 1000, audio_time: null })
  const recorder = new PoseRecorder(new Scope(), camera, clock, (lines) => {
    const text = new TextDecoder().decode(lines)
    sent.push(text.trimEnd().split('\n').map((line) => JSON.parse(line) as Snapshot))
  })
  return { camera, recorder, sent }
}

it('records at least ten snapshots a second, and every frame that differs', () => {
  const { camera, recorder, sent } = recording()
  recorder.start()
  camera.turn()
  camera.turn()
  vi.advanceTimersByTime(1000)
  recorder.stop()
  const times = recorder.snapshots.map(({ time }) => time)
  expect(times.length).toBeGreaterThanOrEqual(13)
  times.slice(1).forEach((time, index) => expect(time - times[index]!).toBeLessThanOrEqual(0.1 + 1e-9))
  expect(sent.flat()).toEqual(recorder.snapshots)
})

it('records nothing while it is stopped', () => {
  const { camera, recorder } = recording()
  recorder.start()
  recorder.stop()
  const count = recorder.snapshots.length
  camera.turn()
  vi.advanceTimersByTime(5000)
  expect(recorder.snapshots).toHaveLength(count)
})

it('sends what it has about once a second', () => {
  const { recorder, sent } = recording()
  recorder.start()
  vi.advanceTimersByTime(3100)
  expect(sent).toHaveLength(3)
  expect(sent[0]?.[0]?.extrinsic_matrix[0]).toBe(0.333333)
})
