import { expect, it } from 'vitest'

import { toInt16, wavBlob } from './pcm'

it('keeps samples within 16 bits', () => {
  expect([0, 0.5, -0.5, 1, -1, 3, -3].map(toInt16)).toEqual([0, 16384, -16384, 32767, -32768, 32767, -32768])
})

it('writes a header that says what follows', async () => {
  const wav = wavBlob([Int16Array.of(1, -2), Int16Array.of(3)], 48_000)
  const view = new DataView(await wav.arrayBuffer())
  const text = (offset: number) => String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(offset + i)))
  expect([0, 8, 12, 36].map(text)).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
  expect(view.getUint32(4, true)).toBe(wav.size - 8)
  expect(view.getUint32(24, true)).toBe(48_000)
  expect(view.getUint32(40, true)).toBe(6)
  expect([44, 46, 48].map((offset) => view.getInt16(offset, true))).toEqual([1, -2, 3])
})
