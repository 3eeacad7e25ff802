import { expect, it } from 'vitest'

import { Slicer } from './Slicer'

it('cuts to the sample, and loses none', () => {
  const slices: number[][] = []
  const slicer = new Slicer(40, (samples) => slices.push([...samples]))
  const all = Array.from({ length: 57 }, (_, index) => index)
  for (const [from, to] of [[0, 4], [4, 10], [10, 45], [45, 57]] as const) slicer.add(Int16Array.from(all.slice(from, to)))
  expect(slices.map(({ length }) => length)).toEqual([10, 10, 10, 10, 10])
  slicer.flush()
  expect(slices.flat()).toEqual(all)
})
