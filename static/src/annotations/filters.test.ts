import { expect, it } from 'vitest'

import { filterQuery, listAddress, parseFilters, without } from './filters'

it('survives the way through the address bar', () => {
  const filters = { language: 'hi-IN', week: '2026-W07', campaign: '' }
  expect(parseFilters(`?${filterQuery(filters).toString()}`)).toEqual(filters)
  expect(parseFilters('')).toEqual({})
})

it('leaves out what the server would not know', () => {
  expect(parseFilters('?colour=red&measure=ne')).toEqual({})
})

it('drops one filter and keeps the rest', () => {
  expect(without({ kind: 'guide', pool: 'telugu' }, 'kind')).toEqual({ pool: 'telugu' })
})

it('leads from a group to its annotations', () => {
  expect(listAddress({ language: 'te-IN' }, 'spl')).toBe('?language=te-IN&measure=spl#annotations')
})
