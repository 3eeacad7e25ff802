// @vitest-environment page
import { beforeEach, describe, expect, it } from 'vitest'

import { FOLLOWER, GUIDE, TOUR } from '../../testing/kinds'
import { timedWord } from '../../testing/timedWord'
import type { ActionsView, AnnotationView, KindView } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'
import { drawInto } from '../kit/view/drawing'
import { ActionLane } from './ActionLane'
import { Facts } from './Facts'
import { PassingTime } from './playback/playback'
import { Replay } from './playback/Replay'
import { ownVoice } from './playback/voiceTrack'
import { Timeline } from './Timeline'
import { Transport } from './Transport'

let place: HTMLElement
beforeEach(() => {
  place = document.createElement('main')
  document.body.replaceChildren(place)
})
const all = (selector: string) => [...place.querySelectorAll<HTMLElement>(selector)]
const replayOf = (seconds: number) => new Replay(new PassingTime(seconds, null, ownVoice(seconds)), seconds, new Scope())

const SCORES = { ne: 1.234, path_length: 5, spl: 0.5, oracle_success: 1, cls: 0.25, dtw: 2, ndtw: 0.75, sdtw: 0.125, success: 1 }

describe('facts', () => {
  const summary = { kind: 'guide', annotation_id: 4, annotator_id: 7, language: 'en-US', scan_id: 'house', path_id: 3, submitted_at: '2026-11-20T08:00:00Z', outcome: null, scores: null, measures: null, system: null, condition: null, instruction_id: 4 }
  const view = (declares: KindView, parts: object = {}, told: object = {}) =>
    ({ answer: null, args: null, feedback: null, flags: null, aids: null, drafted: null, alignment: null, transcript: 'Go.', transcript_by: null, reference: ['a', 'b'], walked: ['a'], voice_duration: 65, declares, summary: { ...summary, ...told }, ...parts }) as unknown as AnnotationView
  const facts = (shown: AnnotationView): Record<string, string> => {
    drawInto(place)(<Facts view={shown} />)
    return Object.fromEntries(all('dl > div').map((row) => [row.querySelector('dt')?.textContent ?? '', row.querySelector('dd')?.textContent ?? '']))
  }

  it('of a Guide say who wrote the words and what was walked', () => {
    expect(facts(view(GUIDE))).toMatchObject({ Annotator: '7', Language: 'en-US', Scan: 'house', Path: '3', Voice: '1:05', 'Words by': 'the Guide', Reference: '2 viewpoints', Walked: '1 viewpoint', Result: 'not known', State: 'not aligned yet' })
    expect(Object.keys(facts(view(GUIDE)))).not.toContain('Followed')
  })

  it.each([
    ['person:9', 'Go.', null, 'Person 9'],
    ['engine:whisper', 'Go.', null, 'the recogniser whisper'],
    [null, '', null, 'nobody yet'],
    ['person:9', 'Go.', 'gpt', 'gpt'],
  ])('name the writer %s of %j (%s): %s', (transcript_by, transcript, system, by) => {
    expect(facts(view(GUIDE, { transcript_by, transcript }, { system }))['Words by']).toBe(by)
  })

  it('of a Follower lead to whom they followed, and tell their rating', () => {
    const told = facts(view(FOLLOWER, { voice_duration: null, feedback: { confidence: 4, instruction_quality: null, reason: 'lost', comment: 'No door.' } }, { kind: 'follower', instruction_id: 12, outcome: 'gave_up', scores: SCORES }))
    expect(told).toMatchObject({ Followed: 'Guide 12', Confidence: '4 of 5', Words: expect.stringContaining('the Follower was not asked') as string, 'Gave up': 'lost', Comment: 'No door.', Result: 'gave up' })
    expect([all('a')[0]?.getAttribute('href'), 'Voice' in told, all('h2').map((each) => each.textContent)]).toEqual(['/replay?kind=guide&id=12', false, expect.arrayContaining(['The walk against the reference path', 'Rating by the Follower'])])
  })

  it('of one side of a dialogue lead to both', () => {
    expect(facts(view(TOUR, { args: { pairing_id: 'p 1' } })).Dialogue).toBe('both sides')
    expect(all('a')[0]?.getAttribute('href')).toBe('/dialogue?id=p+1')
  })

  it('tell how each person was helped', () => {
    expect(facts(view(GUIDE, { aids: { map: true, map_seconds: 61, flights: 2 } }))).toMatchObject({ Map: 'open for 1:01', Flights: '2' })
    expect(facts(view(GUIDE, { aids: { map: true, map_seconds: 0, flights: 0 } })).Map).toBe('not opened')
    const none = facts(view(GUIDE, { aids: { map: false, map_seconds: 0, flights: 0 } }))
    expect([none.Map, 'Flights' in none]).toEqual(['none', false])
    expect(all('h2').map((each) => each.textContent)).not.toContain('The Guide’s own walk')
  })

  it('tell what became of a draft', () => {
    const drafted = { recogniser: 'whisper', edited: 1, inserted: 2, heard: 3, untouched: 4, planted: 5, planted_left: 2 }
    expect(facts(view(GUIDE, { drafted })).Draft).toBe('whisper: 1 edited, 2 added, 3 heard, 4 not confirmed; 3 of 5 planted errors mended')
    expect(facts(view(GUIDE, { drafted: { ...drafted, planted: 0 } })).Draft).toBe('whisper: 1 edited, 2 added, 3 heard, 4 not confirmed')
  })

  it('tell scores with their units', () => {
    expect(facts(view(FOLLOWER, {}, { scores: SCORES }))).toMatchObject({ NE: '1.23 m', Length: '5.00 m', SPL: '0.50', OSR: '1', CLS: '0.25', DTW: '2.00 m', nDTW: '0.75', SDTW: expect.stringMatching(/^0.1[23]$/) as string, Result: 'reached' })
  })

  it('of other kinds are their own fields, cut where they are long', () => {
    const told = facts(view(TOUR, { args: { min_seconds: 5, to_show: 'the kitchen' }, answer: { said: ['x'.repeat(400)] } }, { kind: 'tour', measures: { rooms: 4, share: 0.256, doors: null } }))
    expect(told).toMatchObject({ 'min seconds': '5', 'to show': 'the kitchen', rooms: '4', share: '0.26', doors: expect.stringContaining('this value is not known') as string })
    expect([told.said?.length, told.said?.endsWith('…'), 'Reference' in told, 'Result' in told, 'State' in told]).toEqual([300, true, false, false, false])
  })

  it('tell how words were aligned, and what the transcript lacks', () => {
    const timed = [timedWord('go', 0, 1), timedWord('past', 1, 2, 'interpolated')]
    const alignment = { state: 'aligned', engine: 'viterbi', edit_distance: 0.25, timed_instruction: timed, report: { verdict: 'doubtful', reasons: ['short', 'odd'], unspoken: [{ text: 'the lamp' }], unwritten_share: 0.125, unknown: '' } }
    const told = facts(view(GUIDE, { alignment }))
    expect(told).toMatchObject({ State: 'aligned', Engine: 'viterbi', 'Edit distance': '0.25', Aligned: '1 of 2 words', Transcript: 'doubtful', 'Not said': '“the lamp”', Unwritten: expect.stringMatching(/^1[23]\s?%$/) as string })
    expect(all('dt').find((each) => each.textContent === 'Transcript')?.title).toBe('short; odd')
  })
})

describe('actions', () => {
  const line = (what: string, recorded: number | null, parts: object = {}) => ({ time: 0, what, attempt: 0, recorded, ...parts })
  it('lie above one another where they were done, each group in its row', () => {
    const log = { attempt: 0, actions: [line('key', 2, { state: 'down', name: 'a' }), line('click', 5), line('player', 10, { name: 'play' }), line('key', 3, { state: 'up' }), line('focus', 1), line('key', null)] } as unknown as ActionsView
    drawInto(place)(<ActionLane log={log} duration={10} />)
    expect(all('line').map((mark) => [mark.getAttribute('class')?.split('-').at(-1), mark.getAttribute('x1'), mark.getAttribute('y1'), mark.textContent])).toEqual([['keys', '200.0', '1', 'key a'], ['pointer', '500.0', '9', 'click'], ['player', '1000.0', '17', 'player play']])
    expect(all('li').map(({ textContent }) => textContent)).toEqual(['keys: 1', 'mouse or finger: 1', 'player: 1', 'other lines of the log, such as those before and after the recording: 3'])
  })
})

describe('the time line', () => {
  it('shows where the replay is, the steps and when the voice ran', async () => {
    const replay = replayOf(20)
    drawInto(place)(<Timeline replay={replay} visits={[{ viewpointId: 'a', start: 0, end: 5 }, { viewpointId: 'b', start: 5, end: 20 }]} heard={[[2, 6]]} />)
    replay.seek(10)
    await Promise.resolve()
    const [slider] = all('[data-testid=timeline]')
    expect(['aria-valuemax', 'aria-valuenow', 'aria-valuetext'].map((name) => slider?.getAttribute(name))).toEqual(['20', '10', '0:10.0 of 0:20.0'])
    const at = (selector: string, ...names: string[]) => names.map((name) => place.querySelector(selector)?.getAttribute(name))
    expect([at('.timeline-elapsed', 'width'), all('.timeline-step').length, at('.timeline-step', 'x1'), at('.timeline-voice', 'x', 'width'), all('.timeline-head')[0]?.style.left]).toEqual([['500.0'], 1, ['250.0'], ['100.0', '200.0'], '50.00%'])
  })

  it('jumps where somebody presses, and follows while they hold it', () => {
    const replay = replayOf(20)
    drawInto(place)(<Timeline replay={replay} visits={[]} heard={[]} />)
    const slider = all('[data-testid=timeline]')[0]!
    let held = false
    slider.getBoundingClientRect = () => ({ left: 100, width: 200 }) as DOMRect
    slider.setPointerCapture = () => void (held = true)
    slider.hasPointerCapture = () => held
    const point = (type: string, clientX: number) => slider.dispatchEvent(new PointerEvent(type, { clientX, pointerId: 1, bubbles: true }))
    point('pointermove', 250)
    expect(replay.time).toBe(0)
    point('pointerdown', 150)
    expect(replay.time).toBe(5)
    point('pointermove', 200)
    expect(replay.time).toBe(10)
  })
})

it('plays, changes its speed and says which keys do it', async () => {
  const replay = replayOf(20)
  const draw = drawInto(place)
  draw(<Transport replay={replay} byWord={false} />)
  const word = place.querySelectorAll('.transport-keys kbd').length
  const rate = place.querySelector<HTMLSelectElement>('[data-testid=rate]')!
  expect([...rate.options].map(({ value }) => value)).toEqual(['0.5', '0.75', '1', '1.25', '1.5', '2'])
  place.querySelector<HTMLElement>('[data-testid=play]')?.click()
  await Promise.resolve()
  expect([replay.playing, place.querySelector('[data-testid=play]')?.textContent]).toEqual([true, 'Pause'])
  replay.toggle()
  draw(<Transport replay={replay} byWord />)
  expect(place.querySelectorAll('.transport-keys kbd').length).toBeGreaterThan(word)
})
