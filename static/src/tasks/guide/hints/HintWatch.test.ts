import { expect, it } from 'vitest'

import { type HintName, type HintRules, HintWatch } from './HintWatch'

const RULES: HintRules = { silent_seconds: 15, quiet_decibels: -42, clipped_share: 0.02, goal_seconds: 4, look_seconds: 6, apart_seconds: 45, off: [] }
const VOICE = { level: 0.1, peak: 0.3 }
const SILENCE = { level: 0.0001, peak: 0.001 }
const FAINT = { level: 0.005, peak: 0.02 }
const CLIPPED = { level: 0.5, peak: 1 }
const MOMENT = 0.25

interface Walk {
  /** What is heard in each second. */
  voice: (second: number) => typeof VOICE
  /** Steps: second, viewpoint. */
  steps?: readonly (readonly [number, string])[]
  seconds?: number
  rules?: Partial<HintRules>
}

/** All hints of a walk, with their seconds. */
function hints({ voice, steps = [], seconds = 60, rules = {} }: Walk): [number, HintName][] {
  const watch = new HintWatch({ ...RULES, ...rules }, 'goal')
  const given: [number, HintName][] = []
  for (let now = MOMENT; now <= seconds; now += MOMENT) {
    watch.hear(now, MOMENT, voice(Math.floor(now - MOMENT)))
    for (const [at, viewpointId] of steps) if (at > now - MOMENT && at <= now) watch.arrive(now, viewpointId)
    const hint = watch.hintAt(now)
    if (hint) given.push([now, hint])
  }
  return given
}

it('says nothing to a person who speaks on the way and names the goal', () => {
  const voice = (second: number) => (second % 5 < 3 ? VOICE : SILENCE)
  expect(hints({ voice, steps: [[5, 'a'], [15, 'b'], [25, 'goal']] })).toEqual([])
})

it('hints after a quarter of a minute of silence, and again only after a while', () => {
  expect(hints({ voice: () => SILENCE, seconds: 100 })).toEqual([[15, 'silent'], [60, 'silent']])
})

it('asks to say it while one looks at it, when two steps were taken in silence', () => {
  const voice = (second: number) => (second < 3 ? VOICE : SILENCE)
  expect(hints({ voice, steps: [[5, 'a']], seconds: 17 })).toEqual([])
  expect(hints({ voice, steps: [[5, 'a'], [12, 'b']], seconds: 17 })).toEqual([[12, 'look']])
})

it('counts only steps since the last word, and a voice that is cut off before one that is faint', () => {
  const voice = (second: number) => (second >= 3 && second < 5 ? VOICE : SILENCE)
  expect(hints({ voice, steps: [[1, 'a'], [2, 'b'], [7, 'c']], seconds: 17 })).toEqual([])
  expect(hints({ voice: () => ({ level: 0.005, peak: 1 }), seconds: 2 })).toEqual([[1, 'clipped']])
})

it('asks for the goal when it was reached in silence', () => {
  const steps = [[10, 'goal']] as const
  expect(hints({ voice: (second) => (second < 9 ? VOICE : SILENCE), steps, seconds: 20 })).toEqual([[14, 'goal']])
  expect(hints({ voice: (second) => (second < 12 ? VOICE : SILENCE), steps, seconds: 20 })).toEqual([])
})

it('forgets the goal when the walk goes back', () => {
  const steps = [[10, 'goal'], [12, 'b']] as const
  expect(hints({ voice: (second) => (second < 9 ? VOICE : SILENCE), steps, seconds: 14.5 })).toEqual([])
})

it('notices a faint voice and one that is cut off, once there is enough of it', () => {
  expect(hints({ voice: () => FAINT, seconds: 30 })).toEqual([[1, 'quiet']])
  expect(hints({ voice: () => CLIPPED, seconds: 30 })).toEqual([[1, 'clipped']])
  expect(hints({ voice: (second) => (second % 9 === 8 ? FAINT : SILENCE), seconds: 8.75 })).toEqual([])
})

it('does not mistake silence between words for a faint voice', () => {
  expect(hints({ voice: (second) => (second % 2 === 0 ? VOICE : SILENCE), seconds: 30 })).toEqual([])
})

it('never gives two hints at once', () => {
  const voice = (second: number) => (second < 6 ? FAINT : SILENCE)
  const given = hints({ voice, steps: [[7, 'b'], [8, 'goal']], seconds: 40 })
  expect(given.map(([, name]) => name)).toEqual(['quiet', 'goal', 'look', 'silent'])
  given.slice(1).forEach(([second], index) => expect(second - (given[index]?.[0] ?? 0)).toBeGreaterThanOrEqual(8))
})

it('takes its thresholds from the campaign, which may switch hints off', () => {
  expect(hints({ voice: () => SILENCE, seconds: 30, rules: { silent_seconds: 20 } })).toEqual([[20, 'silent']])
  expect(hints({ voice: () => SILENCE, seconds: 100, rules: { off: ['silent'] } })).toEqual([])
  expect(hints({ voice: () => FAINT, seconds: 30, rules: { quiet_decibels: -60 } })).toEqual([])
})

it('counts silence from where a recording goes on', () => {
  const watch = new HintWatch(RULES, 'goal', 100)
  expect(watch.hintAt(110)).toBeNull()
  expect(watch.hintAt(115)).toBe('silent')
})
