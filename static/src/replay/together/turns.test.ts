import { expect, it } from 'vitest'

import { timedWord } from '../../../testing/timedWord'
import type { DialogueTurn } from '../../api/types'
import { between, levels } from './loudness'
import { SideTime } from './SideTime'
import { overlaps, speech, spokenTurns } from './turns'

const at = (begins: number) => new SideTime({ starts: [0], begins: [begins], rate: 1, bound: 0.01 }, 20)
const oracle = { view: { role: 'oracle' }, time: at(0), words: [timedWord('Go', 0.1, 0.5), timedWord('on.', 0.6, 1), timedWord('Now', 4, 4.4), timedWord('left.', 4.5, 5, 'interpolated')] }
const navigator = { view: { role: 'navigator' }, time: at(1.5), words: [timedWord('Here?', 0.2, 0.6), timedWord('Mhm', 2.8, 3.1)] }
const turn = (role: string, start: number, end: number, words: string, typed = false): DialogueTurn => ({ role, start, end, words, typed })
const TURNS = [turn('oracle', 0.1, 1, 'Go on.'), turn('navigator', 1.7, 2.1, 'Here?'), turn('oracle', 3.2, 3.2, 'Stop.', true), turn('oracle', 4, 5, 'Now left.'), turn('navigator', 4.3, 4.6, 'Mhm')]

it('gives each turn the words that were said in it', () => {
  const found = spokenTurns(TURNS, [oracle, navigator])
  expect(found.map(({ words, timed }) => [words, timed.map(({ word }) => word).join(' ')])).toEqual([
    ['Go on.', 'Go on.'],
    ['Here?', 'Here?'],
    ['Stop.', ''],
    ['Now left.', 'Now left.'],
    ['Mhm', 'Mhm'],
  ])
})

it('finds a turn whose time the server rounded', () => {
  const rounded = [turn('navigator', 1.7004, 2.1, 'Here?')]
  expect(spokenTurns(rounded, [{ ...navigator, words: navigator.words.slice(0, 1) }])[0]?.timed).toHaveLength(1)
})

it('has no words of a side that is not aligned, or of which nobody knows when it was', () => {
  const mute = [{ ...oracle, words: null }, { ...navigator, time: null }]
  expect(spokenTurns(TURNS, mute).flatMap(({ timed }) => timed)).toEqual([])
  expect(mute.flatMap((side) => speech(side))).toEqual([])
})

it('knows when each spoke, by words whose times were measured, and when both did', () => {
  const [one, other] = [speech(oracle), speech(navigator)]
  expect(one).toEqual([[0.1, 1], [4, 4.4]])
  expect(overlaps(one, other)).toEqual([[expect.closeTo(4.3), 4.4]])
})

it('draws the loudest as one', () => {
  const samples = Float32Array.from({ length: 1000 }, (_, index) => (index < 500 ? 0.1 : -0.4))
  const loudness = levels(samples, 1000)
  expect(loudness).toHaveLength(25)
  expect([between(loudness, 0, 0.3), between(loudness, 0.3, 0.6), between(loudness, 2, 3)]).toEqual([expect.closeTo(0.25), 1, 0])
  expect([...levels(new Float32Array(100), 1000)]).toEqual([0, 0, 0])
})
