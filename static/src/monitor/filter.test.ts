import { expect, it } from 'vitest'

import { filterQuery, isNarrowed, parseFilter } from './filter'

const ALL_GUIDES = { kind: 'guide', annotatorId: null, language: null } as const

it('survives the way through the address bar', () => {
  const filter = { kind: 'follower', annotatorId: 101, language: 'hi-IN' } as const
  expect(parseFilter(`?${filterQuery(filter).toString()}`)).toEqual(filter)
  expect(parseFilter('')).toEqual(ALL_GUIDES)
  expect(filterQuery(ALL_GUIDES).toString()).toBe('')
})

it('leaves out what makes no sense', () => {
  expect(parseFilter('?kind=pilot&annotator_id=-3&language=')).toEqual(ALL_GUIDES)
  expect(parseFilter('?annotator_id=1e3')).toEqual(ALL_GUIDES)
})

it('knows when something is left out', () => {
  expect(isNarrowed(parseFilter('?kind=follower'))).toBe(false)
  expect(isNarrowed(parseFilter('?language=te-IN'))).toBe(true)
})
