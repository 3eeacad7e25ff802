import { expect, it } from 'vitest'

import { guideCaption, guideMoment } from './guideMoment'
import { heardVoice } from './playback/voiceTrack'

// looks around for 2 s, hears 3 s, pauses for 2 s, goes back to the second 1 and hears 2 s
const heard = heardVoice([0, 2, 5, 7, 7.01, 9.01], [0, 0, 3, 3, 1, 3])

it('is the position in the voice while it runs, also after a skip', () => {
  expect(guideMoment(heard, 4)).toEqual({ state: 'hearing', time: 2 })
  expect(guideMoment(heard, 8.01)).toEqual({ state: 'hearing', time: 2 })
})

it('stands still while the voice is paused', () => {
  expect([5.5, 6, 6.8].map((time) => guideMoment(heard, time))).toEqual(Array(3).fill({ state: 'paused', time: 3 }))
})

it('is none before anything was heard, and in a walk without a voice', () => {
  expect(guideMoment(heard, 1.5)).toEqual({ state: 'unheard' })
  expect(guideMoment(heardVoice([0, 5], [0, 0]), 4)).toEqual({ state: 'unheard' })
})

it('is the beginning, paused, for who heard something and went back', () => {
  expect(guideMoment(heardVoice([0, 1, 1.01, 9], [0, 1, 0, 0]), 5)).toEqual({ state: 'paused', time: 0 })
})

it('begins where a walk begins in the middle of the voice', () => {
  expect(guideMoment(heardVoice([0, 1], [4, 4]), 0)).toEqual({ state: 'paused', time: 4 })
})

it('is unknown where nobody wrote down what was heard, and says so', () => {
  expect(guideMoment(null, 3)).toEqual({ state: 'unknown' })
  expect(guideCaption({ state: 'unknown' })).toContain('not recorded')
  expect(guideCaption({ state: 'paused', time: 62.35 })).toBe('1:02.3, voice paused')
})
