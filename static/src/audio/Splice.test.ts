import { expect, it } from 'vitest'

import { Splice } from './Splice'

const BLOCK = 100
const block = (number: number) => ({
  frame: number * BLOCK,
  samples: Int16Array.from({ length: BLOCK }, (_, index) => number * BLOCK + index),
  at: 0,
})

it('keeps exactly the samples between begin and end, over many pauses', () => {
  const splice = new Splice()
  const kept: number[] = []
  let next = 0
  const hear = (blocks: number) => {
    for (let count = 0; count < blocks; count++) kept.push(...splice.add(block(next++)))
  }
  hear(2)
  splice.begin(230)
  hear(3)
  splice.end(555)
  expect(splice.complete).toBe(false)
  hear(2)
  expect(splice.complete).toBe(true)
  splice.begin(801)
  hear(3)
  splice.end(1000)
  hear(1)
  const frames = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
  expect(kept).toEqual([...frames(230, 555), ...frames(801, 1000)])
  expect(splice.length).toBe(kept.length)
})

it('gives camera and voice the same index of the same frame, and stands still in a pause', () => {
  const splice = new Splice(1000)
  splice.begin(50)
  expect(splice.indexAt(40)).toBe(1000)
  expect(splice.indexAt(75)).toBe(1025)
  splice.end(90)
  expect(splice.indexAt(300)).toBe(1040)
  splice.add(block(0))
  splice.begin(120)
  expect(splice.indexAt(130)).toBe(1050)
})

it('cannot cut away what has come already', () => {
  const splice = new Splice()
  splice.begin(0)
  splice.add(block(0))
  splice.end(60)
  expect([splice.length, splice.complete]).toEqual([BLOCK, true])
  splice.begin(20)
  expect(splice.add(block(1))).toHaveLength(BLOCK)
})

it('goes on with another microphone, whose frames count from nought', () => {
  const splice = new Splice()
  splice.begin(0)
  splice.add(block(0))
  splice.end(0)
  splice.changeMicrophone()
  expect(splice.indexAt(5)).toBe(BLOCK)
  splice.begin(10)
  expect(splice.indexAt(15)).toBe(BLOCK + 5)
  expect(splice.add(block(0))).toHaveLength(90)
})
