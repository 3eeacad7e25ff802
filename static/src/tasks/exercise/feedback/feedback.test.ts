// @vitest-environment page
import { beforeAll, describe, expect, it } from 'vitest'

import type { ItemTruth } from '../../../api/types'
import { openMessages } from '../../../kit/messages/messages'
import type { ViewBox } from '../../../regions/shapes'
import { phraseOf, sentence } from '../../landmarks/testing'
import { explained, explainedMarks } from './explained'
import { regionsOf, thingsOf, viewsOf } from './shownTruth'
import { loadTexts } from './texts'

const box = (heading: number): ViewBox => ({ kind: 'view', heading, elevation: 0, width: 0.2, height: 0.2 })
const at = (viewpoint_id: string, heading: number) => ({ viewpoint_id, shape: box(heading) })
const seen = (phrase: number, viewpoint_id: string, heading: number) => ({ phrase, ...at(viewpoint_id, heading) })
const truth = (parts: Partial<ItemTruth> = {}): ItemTruth => ({ value: '', marks: [true], drawn: null, overlap: null, odd: [], outer: [], spans: [], regions: [], shown: [], ...parts })
const phrases = [phraseOf('Go past the sofa.', 'the sofa'), phraseOf('Stop at the couch.', 'the couch'), phraseOf('See the lamp.', 'the lamp')]

beforeAll(async () => {
  await openMessages()
  await loadTexts()
})

describe('why an answer is right', () => {
  const wrong = { marks: [false] }
  it.each([
    [{ value: 'same' }, ['This is one and the same thing.']],
    [{ value: 'hidden' }, ['Nothing of the thing can be seen from this place.']],
    [{ value: 'not_same', odd: [phrases[1]!.mention_id] }, ['Not all of these words mean the same thing.', 'This does not belong: “the couch”.']],
    [{ value: 'not_same', odd: phrases.slice(0, 2).map(({ mention_id }) => mention_id) }, ['Not all of these words mean the same thing.']],
    [{ value: 'bad', overlap: 0.3 }, ['The box is not tight: it and the right one share 30 % of their area.']],
    [{ value: 'bad', overlap: 0.29 }, ['The box shows something else than these words mean.']],
    [{ value: 'bad' }, ['The box shows something else than these words mean.']],
    [{ value: 'there' }, ['The thing can be seen here.']],
    [{ value: 'there', drawn: at('a', 0), overlap: 0.856 }, ['The thing can be seen here.', 'Your box and the right one share 86 % of their area.']],
    [{ value: 'box_draw' }, ['There was nothing more to draw: the thing has a box already.']],
    [{ value: 'box_draw', ...wrong }, ['There is something to draw: see the box in the picture.']],
    [{ value: 'box_draw', ...wrong, drawn: at('a', 0), overlap: 0.5 }, ['Your box and the right one share only 50 % of their area. Each side should just touch the thing.']],
    [{ value: 'box_draw', ...wrong, drawn: at('a', 0), overlap: 0.29 }, ['Your box is around something else.']],
    [{ value: 'box_draw', ...wrong, drawn: at('a', 0), overlap: 0.3 }, ['Your box and the right one share only 30 % of their area. Each side should just touch the thing.']],
    [{ value: 'box_draw', drawn: at('a', 0), overlap: 0.9, regions: [seen(0, 'a', 1)], shown: [at('a', 1)] }, ['Your box and the right one share 90 % of their area.']],
    [{ value: 'box_draw', ...wrong, drawn: at('a', 0) }, ['What is meant cannot be seen from where you drew.']],
    [{ value: 'box_draw', ...wrong, drawn: at('a', 0), overlap: 0.1, regions: [seen(0, 'a', 1)], shown: [at('a', 1)] }, ['There was nothing more to draw: the thing has a box already.']],
    [{ value: 'box_draw', ...wrong, drawn: at('a', 0), overlap: 0.1, regions: [seen(0, 'b', 1)], shown: [at('a', 1)] }, ['Your box is around something else.']],
  ] as [Partial<ItemTruth>, string[]][])('%j', (parts, why) => {
    expect(explained(truth(parts), phrases)).toEqual(why)
  })

  it('says which words were not marked, and which name nothing', () => {
    const said = sentence({ transcript: 'Go past 🛋️ the sofa by the wall.' })
    const rule = 'A sentence is right if its marks are these words, or nearly. Marks inside others may be left out.'
    const span = (words: string): [number, number] => {
      const start = Array.from(said.transcript.slice(0, said.transcript.indexOf(words))).length
      return [start, start + Array.from(words).length]
    }
    const mark = (words: string) => ({ start_char: span(words)[0], end_char: span(words)[1] })
    const known = truth({ outer: [span('the sofa'), span('the wall')], spans: [span('the sofa'), span('the wall'), span('sofa')] })
    expect(explainedMarks(known, [mark('the sofa'), mark('the wall'), mark('sofa')], said)).toEqual([rule])
    expect(explainedMarks(known, [mark('the sofa'), mark('past'), mark('wall')], said)).toEqual([rule, 'Not marked by you: “the wall”.', 'Names nothing as you marked it: “past”, “wall”.'])
  })
})

describe('what is right', () => {
  it('is one thing for phrases that mean the same, in the order of the phrases', () => {
    const things = thingsOf(truth({ regions: [seen(0, 'a', 0), seen(2, 'b', 1), seen(1, 'a', 0)] }))
    expect(things.map((thing) => [thing.phrases, thing.regions.length])).toEqual([[[0, 1], 1], [[2], 1]])
  })

  it('is shown with a colour for each thing, and in red what was drawn, or else what was shown before', () => {
    const told = (parts: Partial<ItemTruth>) => regionsOf(truth({ regions: [seen(0, 'a', 0), seen(2, 'b', 1)], ...parts }), phrases).map(({ label, viewpointId, look, lit }) => [label, viewpointId, look, lit])
    const right = [['the sofa', 'a', 0, true], ['the lamp', 'b', 8, true]]
    expect(told({ shown: [at('c', 1)] })).toEqual([...right, ['The box that you were shown', 'c', 6, false]])
    expect(told({ shown: [at('c', 1)], drawn: at('d', 1) })).toEqual([...right, ['Your box', 'd', 6, false]])
    const many = [0, 1, 2, 3, 4].map((thing) => seen(thing, 'a', thing))
    expect(told({ regions: many }).map(([label, , look]) => [label, look])).toEqual([['the sofa', 0], ['the couch', 8], ['the lamp', 16], ['What is meant', 24], ['What is meant', 0]])
  })

  it('is looked at after what was drawn, from where its words were said if it is seen there', () => {
    const looked = [{ ...phrases[0]!, looks: [{ viewpoint_id: 'b', heading: 0, elevation: 0, seconds: 1 }] }, ...phrases.slice(1)]
    const from = (parts: Partial<ItemTruth>) => viewsOf(truth(parts), looked).map(({ viewpointId, heading }) => [viewpointId, Math.round(heading * 100) / 100])
    expect(from({ regions: [seen(0, 'a', 0.5), seen(0, 'b', 1)] })).toEqual([['b', 1]])
    expect(from({ regions: [seen(0, 'a', 0.5), seen(0, 'c', 1)] })).toEqual([['a', 0.5]])
    expect(from({ drawn: at('c', 0), regions: [seen(0, 'a', 0.5)] })).toEqual([['c', 0], ['a', 0.5]])
    expect(from({ drawn: at('c', 3), regions: [seen(0, 'a', 0.5), seen(0, 'c', 1)] })).toEqual([['c', 3], ['c', 1]])
    // What lies near the middle of a view needs none of its own.
    expect(from({ shown: [at('a', 0.4)], regions: [seen(0, 'a', 0.5)] })).toEqual([['a', 0.4]])
    expect(from({ shown: [at('a', 0.2)], regions: [seen(0, 'a', 0.5)] })).toEqual([['a', 0.2], ['a', 0.5]])
    expect(from({ shown: [at('a', 3.1)], regions: [seen(0, 'a', -3.1)] })).toEqual([['a', 3.1]])
  })
})
