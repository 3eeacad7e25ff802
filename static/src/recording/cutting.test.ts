import { expect, it } from 'vitest'

import { SampleCutter, Slicer } from './VoiceRecorder'

const BLOCK = 100
const block = (number: number) => ({
  frame: number * BLOCK,
  samples: Int16Array.from({ length: BLOCK }, (_, index) => number * BLOCK + index),
  at: 0,
})

it('keeps exactly the samples between begin and end, over many pauses', () => {
  const cutter = new SampleCutter()
  const kept: number[] = []
  let next = 0
  const hear = (blocks: number) => {
    for (let count = 0; count < blocks; count++) kept.push(...cutter.add(block(next++)))
  }
  hear(2)
  cutter.begin(230)
  hear(3)
  cutter.end(555)
  expect(cutter.complete).toBe(false)
  hear(2)
  expect(cutter.complete).toBe(true)
  cutter.begin(801)
  hear(3)
  cutter.end(1000)
  hear(1)
  const frames = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
  expect(kept).toEqual([...frames(230, 555), ...frames(801, 1000)])
  expect(cutter.length).toBe(kept.length)
})

it('gives camera and voice the same index of the same frame, and stands still in a pause', () => {
  const cutter = new SampleCutter(1000)
  cutter.begin(50)
  expect(cutter.indexAt(40)).toBe(1000)
  expect(cutter.indexAt(75)).toBe(1025)
  cutter.end(90)
  expect(cutter.indexAt(300)).toBe(1040)
  cutter.add(block(0))
  cutter.begin(120)
  expect(cutter.indexAt(130)).toBe(1050)
})

it('cannot cut away what has come already', () => {
  const cutter = new SampleCutter()
  cutter.begin(0)
  cutter.add(block(0))
  cutter.end(60)
  expect([cutter.length, cutter.complete]).toEqual([BLOCK, true])
  cutter.begin(20)
  expect(cutter.add(block(1))).toHaveLength(BLOCK)
})

it('goes on with another microphone, whose frames count from nought', () => {
  const cutter = new SampleCutter()
  cutter.begin(0)
  cutter.add(block(0))
  cutter.end(0)
  cutter.changeMicrophone()
  expect(cutter.indexAt(5)).toBe(BLOCK)
  cutter.begin(10)
  expect(cutter.indexAt(15)).toBe(BLOCK + 5)
  expect(cutter.add(block(0))).toHaveLength(90)
})

it('cuts to the sample, and loses none', () => {
  const slices: number[][] = []
  const slicer = new Slicer(40, (samples) => slices.push([...samples]))
  const all = Array.from({ length: 57 }, (_, index) => index)
  for (const [from, to] of [[0, 4], [4, 10], [10, 45], [45, 57]] as const) slicer.add(Int16Array.from(all.slice(from, to)))
  expect(slices.map(({ length }) => length)).toEqual([10, 10, 10, 10, 10])
  slicer.flush()
  expect(slices.flat()).toEqual(all)
})
