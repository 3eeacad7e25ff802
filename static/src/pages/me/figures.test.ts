// @vitest-environment page
import { expect, it } from 'vitest'

import { dialectsOf } from './dialects'
import { counted, hours, OWN_MEASURES, type OwnMeasure } from './figures'

it.each<[OwnMeasure, number, string, number | null]>([
  ['success_rate', 0.256, '26%', 1],
  ['understood', 0.256, '26%', 1],
  ['ne', 2.06, '2.1 m', null],
  ['ndtw', 0.5, '0.50', 1],
  ['transcription_ratio', 2.06, '2.1 ×', null],
  ['time', 59.4, '59 sec', null],
  ['time', 60, '1 min', null],
  ['time', 90, '1.5 min', null],
])('writes %s of %f as %s', (name, value, text, end) => {
  expect([OWN_MEASURES[name].text(value), OWN_MEASURES[name].end]).toEqual([text, end])
})

it('counts in hours from the first full one on', () => {
  expect([hours(3599), hours(3600), hours(5400), counted(12_345)]).toEqual(['60 min', '1 hr', '1.5 hr', '12,345'])
})

it('suggests the dialects of a language, whatever its country', () => {
  expect([dialectsOf('te'), dialectsOf('hi-IN')[1], dialectsOf('ja')]).toEqual([['తెలంగాణ', 'కోస్తా ఆంధ్ర', 'రాయలసీమ', 'ఉత్తరాంధ్ర'], 'अवधी', []])
})
