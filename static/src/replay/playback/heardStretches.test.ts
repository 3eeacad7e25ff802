import { expect, it } from 'vitest'

import { heardStretches } from './heardStretches'
import { heardVoice, ownVoice } from './voiceTrack'

it('tells when a Follower was listening', () => {
  const found = heardStretches(heardVoice([0, 1, 2, 4, 6], [0, 0, 1, 1, 3]), 6)
  expect(found.map((stretch) => stretch.map((time) => Math.round(time)))).toEqual([
    [1, 2],
    [4, 6],
  ])
})

it('is one stretch for a voice that runs through', () => {
  expect(heardStretches(ownVoice(3), 3)).toHaveLength(1)
})
