import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import type { CameraState, ViewerEvents } from '../viewer/Viewer'
import { PoseRecorder } from './PoseRecorder'

class Camera extends Emitter<ViewerEvents> {
  private turned = 0
  private viewpointId = 'a'

  turn(): void {
    this.turned += 1
    this.emit('camerachange', { viewpointId: this.viewpointId, heading: this.turned, elevation: 0 })
  }

  step(there: string): void {
    this.viewpointId = there
    this.turn()
  }

  snapshot(): CameraState {
    const extrinsic = Array<number>(16).fill(this.turned)
    return { viewpoint_id: this.viewpointId, extrinsic_matrix: extrinsic, intrinsic_matrix: Array<number>(16).fill(1) }
  }
}

const FRAME = 16

beforeEach(() => {
  vi.useFakeTimers()
  const frames = new Scope()
  vi.stubGlobal('requestAnimationFrame', (call: (time: number) => void) =>
    frames.timeout(FRAME / 1000, () => call(performance.now())),
  )
  vi.stubGlobal('cancelAnimationFrame', (cancel: () => void) => cancel())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function recording() {
  const camera = new Camera()
  const timeAt = (moment: number) => ({ time: moment / 1000, audio_time: null })
  return { camera, recorder: new PoseRecorder(new Scope(), camera, timeAt) }
}

it('stamps a frame with the moment at which the next one begins, for it is shown only then', () => {
  const { camera, recorder } = recording()
  recorder.start()
  vi.advanceTimersByTime(10)
  const drawn = performance.now()
  camera.turn()
  camera.turn()
  vi.advanceTimersByTime(FRAME)
  const turned = recorder.snapshots.filter(({ extrinsic_matrix }) => extrinsic_matrix[0] === 2)
  expect(turned.map(({ time }) => time)).toEqual([(drawn + FRAME) / 1000])
})

it.each([0, 400])('says since when the camera rests, also just after a snapshot and before a page that stands still for %i ms', (still) => {
  const { camera, recorder } = recording()
  recorder.start()
  const began = performance.now()
  vi.advanceTimersByTime(39)
  camera.turn()
  vi.advanceTimersByTime(FRAME) // 5 ms after a snapshot of the camera at rest
  vi.setSystemTime(Date.now() + still)
  vi.advanceTimersByTime(200)
  recorder.stop()
  const turned = recorder.snapshots.find(({ extrinsic_matrix }) => extrinsic_matrix[0] === 1)
  expect(turned?.time).toBeCloseTo((began + 39 + FRAME) / 1000, 9)
})

it('records at least ten snapshots a second, and every frame that differs', () => {
  const { camera, recorder } = recording()
  recorder.start()
  camera.turn()
  vi.advanceTimersByTime(1000)
  recorder.stop()
  const times = recorder.snapshots.map(({ time }) => time)
  expect(times.length).toBeGreaterThanOrEqual(12)
  times.slice(1).forEach((time, index) => expect(time - times[index]!).toBeLessThanOrEqual(0.1 + 1e-9))
})

it('has ten snapshots of a second in which the page stood still', () => {
  const { camera, recorder } = recording()
  recorder.start()
  vi.setSystemTime(Date.now() + 1000)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000)
  camera.turn()
  vi.advanceTimersByTime(FRAME)
  const [first, ...rest] = recorder.snapshots
  expect(rest.length).toBeGreaterThanOrEqual(10)
  expect(rest.slice(0, 9).every(({ extrinsic_matrix }) => extrinsic_matrix[0] === 0)).toBe(true)
  expect(rest[0]!.time - first!.time).toBeCloseTo(0.1)
  vi.restoreAllMocks()
})

it('stamps a frame with its moment, also when the page was too busy to hear of it in time', () => {
  const frames: ((time: number) => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (call: (time: number) => void) => frames.push(call))
  const { camera, recorder } = recording()
  recorder.start()
  vi.advanceTimersByTime(120)
  camera.turn()
  const shown = performance.now() + 10
  vi.advanceTimersByTime(200)
  for (const call of frames) call(shown)
  const cameras = recorder.snapshots.map(({ time, extrinsic_matrix: [turned] }) => [time, turned])
  expect(cameras.at(-1)).toEqual([shown / 1000, 1])
  expect(cameras.slice(0, -1).every(([time, turned]) => time! < shown / 1000 && turned === 0)).toBe(true)
})

it('records nothing while it is stopped, not even what was drawn before', () => {
  const { camera, recorder } = recording()
  recorder.start()
  camera.turn()
  recorder.stop()
  const count = recorder.snapshots.length
  camera.turn()
  vi.advanceTimersByTime(5000)
  expect(recorder.snapshots).toHaveLength(count)
})

it('ends where the walker stands, also when that step was not drawn yet', () => {
  const { camera, recorder } = recording()
  recorder.start()
  vi.advanceTimersByTime(500)
  camera.step('b')
  recorder.stop()
  expect(recorder.snapshots.slice(-2).map(({ viewpoint_id }) => viewpoint_id)).toEqual(['a', 'b'])
  const [before, last] = recorder.snapshots.slice(-2)
  expect(last?.time).toBe(before?.time)
})

it('gives every snapshot once, when the voice has got there', () => {
  const { recorder } = recording()
  recorder.start()
  vi.advanceTimersByTime(1000)
  const middle = performance.now() / 1000 - 0.5
  const first = recorder.takeBefore(middle)
  expect(first.every(({ time }) => time < middle)).toBe(true)
  const second = recorder.takeBefore(Infinity)
  expect([...first, ...second]).toEqual(recorder.snapshots.slice(0, -1))
  recorder.stop()
  expect([...first, ...second, ...recorder.takeBefore(Infinity)]).toEqual(recorder.snapshots)
  expect(recorder.takeBefore(Infinity)).toEqual([])
})

it.each([1000 / 60, 1000 / 144, 1000 / 240])('records at most 63 snapshots a second, and the last camera, with a frame every %f ms', (frame) => {
  vi.stubGlobal('requestAnimationFrame', (call: (time: number) => void) => new Scope().timeout(frame / 1000, () => call(performance.now())))
  const { camera, recorder } = recording()
  recorder.start()
  const given = []
  for (let frames = 0; frames < 2000 / frame; frames += 1) {
    camera.turn()
    vi.advanceTimersByTime(frame)
    if (frames % 10 === 0) given.push(...recorder.takeBefore(Infinity))
  }
  const drawn = camera.snapshot().extrinsic_matrix
  vi.advanceTimersByTime(frame)
  recorder.stop()
  given.push(...recorder.takeBefore(Infinity))
  expect(given).toEqual(recorder.snapshots)
  expect(recorder.snapshots.length).toBeLessThanOrEqual(2 * 63 + 3)
  expect(recorder.snapshots.length).toBeGreaterThan(2 * 40)
  expect(recorder.snapshots.at(-1)!.extrinsic_matrix).toEqual(drawn)
})

it('goes on with snapshots that it gives to nobody again, and knows the time only while it records', () => {
  const camera = new Camera()
  const former = [{ ...camera.snapshot(), time: 7, audio_time: null }]
  const recorder = new PoseRecorder(new Scope(), camera, (moment) => ({ time: moment / 1000 + 7.05, audio_time: null }), former)
  expect([recorder.takeBefore(Infinity), recorder.recordedAt(5000)]).toEqual([[], null])
  recorder.start()
  recorder.start()
  expect(recorder.recordedAt(5000)).toBeCloseTo(12.05)
  recorder.stop()
  expect([recorder.recordedAt(5000), recorder.snapshots.length]).toEqual([null, 3])
})

it('does not fill a pause of a page whose voice has a clock of its own', () => {
  const camera = new Camera()
  let seconds = 0
  const recorder = new PoseRecorder(new Scope(), camera, () => ({ time: seconds, audio_time: seconds }))
  recorder.start()
  seconds = 2
  recorder.stop()
  expect(recorder.snapshots.map(({ time, audio_time: heard }) => [time, heard])).toEqual([[0, 0], [2, 2]])
})
