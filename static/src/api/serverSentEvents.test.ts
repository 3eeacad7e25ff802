import { expect, it } from 'vitest'

import { readEvents } from './serverSentEvents'

const bytes = new TextEncoder()

/** An answer that comes in pieces of so many bytes. */
function answer(text: string, size: number): Response {
  const whole = bytes.encode(text)
  const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => whole.slice(index * size, (index + 1) * size))
  return new Response(
    new ReadableStream({
      pull(controller) {
        const piece = pieces.shift()
        if (piece) controller.enqueue(piece)
        else controller.close()
      },
    }),
  )
}

it.each([1, 2, 3, 7, 1000])('shows each event once, however the bytes are cut: %i at a time', async (size) => {
  const shown: unknown[] = []
  await readEvents(answer('data: {"words":"बाएँ"}\n\n: still there\n\ndata: {"ended":true}\n\ndata: {"cut', size), (value) => shown.push(value))
  expect(shown).toEqual([{ words: 'बाएँ' }, { ended: true }])
})
