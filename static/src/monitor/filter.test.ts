import { expect, it } from 'vitest'
import { EVERYTHING, filterQuery, isEverything, parseFilter } from './filter'

it('survives the way through the address bar', () => {
  const filter = { kind: 'follower', annotatorId: 101, language: 'hi-IN' } as const
  expect(parseFilter(`?${filterQuery(filter)}`)).toEqual(filter)
  expect(parseFilter('')).toEqual(EVERYTHING)
})

it('leaves out what makes no sense', () => {
  expect(parseFilter('?kind=pilot&annotator_id=-3&language=')).toEqual(EVERYTHING)
  expect(parseFilter('?annotator_id=1e3')).toEqual(EVERYTHING)
})

it('knows when nothing is filtered', () => {
  expect(isEverything(EVERYTHING)).toBe(true)
  expect(isEverything(parseFilter('?kind=guide'))).toBe(false)
})
