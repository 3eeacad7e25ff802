import { expect, it } from 'vitest'

import type { LandmarksView, MentionView } from '../../api/types'
import { Landmarks } from './Landmarks'

const TEXT = 'A man 🎩 in a hat. నీలం కుర్చీ. Him.'

/** Its characters are code points, as on the server. */
function mention(text: string, more: Partial<MentionView> = {}): MentionView {
  const start = Array.from(TEXT.slice(0, TEXT.indexOf(text))).length
  const place = { mention_id: text, text, start_char: start, end_char: start + Array.from(text).length }
  return { ...place, types: [], number: 'one', form: 'name', status: null, source: 'marked', stale: false, untimed: null, start_time: 1, end_time: 2, chain_id: 'c1', ...more }
}

const region = (entity: string) => ({ region_id: entity, entity_id: entity, shape: { kind: 'latlon', west: 3, width: 0.5, low: 0, high: 0.2 }, visible: 'whole', group: false, source: 'drawn', quality: 'unjudged' }) as const
const VIEW: LandmarksView = {
  ...{ instruction_id: 1, scan_id: 'house' },
  mentions: [
    mention('A man 🎩 in a hat'),
    mention('a hat', { chain_id: 'c2', start_time: 3, end_time: 3.5 }),
    mention('నీలం కుర్చీ', { chain_id: null, start_time: null, end_time: null, untimed: 'not_timed' }),
    mention('Him', { form: 'pronoun', start_time: 5, end_time: 5.2 }),
    mention('man', { stale: true }),
  ],
  chains: [
    { chain_id: 'c1', need: 'box', entities: ['e1', 'e2'], parent: null },
    { chain_id: 'c2', need: 'box', entities: ['e3'], parent: null },
  ],
  entities: [],
  regions: { hall: [region('e1'), region('e2')], door: [region('e1'), region('e9')] },
}
const landmarks = new Landmarks(VIEW, 'en-US')

it('cuts the transcript at the narrowest mentions, by code points', () => {
  expect(landmarks.pieces(TEXT).map(({ text, mention: within }) => [text, within?.text ?? null])).toEqual([
    ['A man 🎩 in ', 'A man 🎩 in a hat'],
    ['a hat', 'a hat'],
    ['. ', null],
    ['నీలం కుర్చీ', 'నీలం కుర్చీ'],
    ['. ', null],
    ['Him', 'Him'],
    ['.', null],
  ])
})

it('gives mentions of one chain one thing, named by its longest name, with what each place sees of it', () => {
  expect(landmarks.things.map(({ id, look, label }) => [id, look, label])).toEqual([
    ['c1', 0, 'A man 🎩 in a hat'],
    ['c2', 1, 'a hat'],
  ])
  const [man, hat] = landmarks.things
  expect([...(man?.regions ?? [])].map(([place, shapes]) => [place, shapes.length])).toEqual([
    ['hall', 2],
    ['door', 1],
  ])
  expect(hat?.regions.size).toBe(0)
})

it('knows what is said, and a moment later still', () => {
  const at = (second: number) => landmarks.saidAt(second).map(({ text }) => text)
  expect([at(0.9), at(3.2), at(4.2), at(4.4), at(5)]).toEqual([[], ['a hat'], ['a hat'], [], ['Him']])
})

it('marks no word whose place is unknown, nor one that only an earlier transcript named', () => {
  expect(landmarks.at(null, null)).toBeNull()
  expect(landmarks.at(2, 5)?.text).toBe('A man 🎩 in a hat')
})
