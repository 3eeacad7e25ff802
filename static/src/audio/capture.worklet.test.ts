import { beforeEach, expect, it, vi } from 'vitest'

import type { Block } from './pcm'

const QUANTUM = 128

type Processor = new () => { process: (inputs: Float32Array[][], outputs: Float32Array[][]) => boolean }

let Capture: Processor
let blocks: Block[]

beforeEach(async () => {
  blocks = []
  vi.stubGlobal('AudioWorkletProcessor', class {
    port = { postMessage: (block: Block) => blocks.push(block) }
  })
  vi.stubGlobal('registerProcessor', (_name: string, processor: Processor) => (Capture = processor))
  vi.resetModules()
  await import('./capture.worklet')
})

function run(from: number, quanta: number, heard: (frame: number) => number) {
  const capture = new Capture()
  const outputs: Float32Array[] = []
  for (let frame = from; frame < from + quanta * QUANTUM; frame += QUANTUM) {
    vi.stubGlobal('currentFrame', frame)
    const input = Float32Array.from({ length: QUANTUM }, (_, index) => heard(frame + index) / 0x8000)
    const output = new Float32Array(QUANTUM)
    capture.process([frame % 256 === 0 ? [input] : []], [[output]])
    outputs.push(output)
  }
  return outputs
}

it('passes on every sample with its number; what has no input is silence', () => {
  run(512, 17, (frame) => frame)
  expect(blocks.map(({ frame, samples }) => [frame, samples.length])).toEqual([[512, 1024], [1536, 1024]])
  const [first] = blocks
  expect([0, 127, 128, 255, 256, 1000].map((index) => first?.samples[index])).toEqual([512, 639, 0, 0, 768, 0])
})

it('never lets the loudspeaker be quite silent, nor heard', () => {
  const played = run(0, 3, () => 0).flatMap((output) => [...output])
  expect(played.every((sample) => sample > 0 && sample * 0x8000 < 0.5)).toBe(true)
})
