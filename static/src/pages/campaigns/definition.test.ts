import { expect, it } from 'vitest'

import { type Definition, differences, isSampled, keyOf, NEW, valueAt, withValue } from './definition'

it('reads and changes one value and leaves the others', () => {
  const file: Definition = { ...NEW, trust: { training: true, share: 0.1 } }
  expect(valueAt(file, 'paths.0.per_scan')).toBe(6)
  expect(valueAt(file, 'caps.per_day')).toBeUndefined()
  expect(withValue(file, 'paths.0.per_scan', 9).paths).toEqual([{ sampler: 'r2r', per_scan: 9 }])
  expect(withValue(file, 'caps.per_day', 40).caps).toEqual({ per_day: 40 })
  expect(withValue(file, 'trust.training', undefined).trust).toEqual({ share: 0.1 })
  expect(file.trust).toEqual({ training: true, share: 0.1 })
})

it('takes out sections that are left empty', () => {
  const file = withValue(withValue(NEW, 'caps.per_day', 40), 'caps.per_day', undefined)
  expect(Object.keys(file)).toEqual(Object.keys(NEW))
  expect(withValue(NEW, 'followers_per_guide', undefined)).not.toHaveProperty('followers_per_guide')
})

it('names places as the server does', () => {
  expect(keyOf('paths.0.per_scan')).toBe('paths[0].per_scan')
  expect(keyOf('languages')).toBe('languages')
})

it('shows paths in the form where one sampler draws them', () => {
  expect([isSampled(NEW), isSampled({ paths: [{ file: 'a.json' }] }), isSampled({ paths: [{ sampler: 'r2r' }, { sampler: 'rxr' }] }), isSampled({})]).toEqual([true, false, false, false])
})

it('says what somebody else has changed, beside what both wrote', () => {
  const theirs = { ...NEW, followers_per_guide: 3, caps: { per_day: 5 } }
  expect(differences(NEW, theirs, { ...NEW, followers_per_guide: 1 })).toEqual([
    { key: 'followers_per_guide', before: '2', now: '3', mine: '1' },
    { key: 'caps', before: '', now: '{"per_day":5}', mine: '' },
  ])
  expect(differences(NEW, NEW, null)).toEqual([])
})
