import { expect, it } from 'vitest'

import { VoiceStream } from './VoiceStream'

it('sends chunks of about five seconds, every sample once and in order', () => {
  const sent: number[][] = []
  const stream = new VoiceStream(10, (pcm) => sent.push([...new Int16Array(pcm.buffer)]))
  const samples = Array.from({ length: 64 }, (_, index) => index)
  for (let at = 0; at < 64; at += 16) stream.add(Int16Array.from(samples.slice(at, at + 16)))
  expect(sent.map(({ length }) => length)).toEqual([64])
  stream.add(Int16Array.of(64))
  stream.flush()
  stream.flush()
  expect(sent.flat()).toEqual([...samples, 64])
  expect(stream.samples.flatMap((part) => [...part])).toEqual([...samples, 64])
})
