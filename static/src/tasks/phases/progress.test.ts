import { expect, it } from 'vitest'

import { readProgress, writeProgress } from './progress'

it('comes back as it was written', () => {
  const progress = { phase: 'write', times: [{ name: 'walk', start_time: 0, end_time: 4 }], answer: { transcript: 'Go' } }
  expect(readProgress(writeProgress(progress))).toEqual(progress)
})

it.each([null, '', '{', '"walk"', '{"phase":1,"times":[]}', '{"phase":"walk"}'])('begins anew from %s', (content) => {
  expect(readProgress(content)).toBeNull()
})
