import { expect, it } from 'vitest'

import { clicked, sorted } from './order'

const rows = [
  { id: 'a', rate: 0.5 },
  { id: 'b', rate: null },
  { id: 'c', rate: 0.9 },
  { id: 'd', rate: 0.5 },
]
const ids = (list: typeof rows) => list.map((row) => row.id).join('')

it('puts unknown values last in both directions and keeps equal rows in place', () => {
  expect(ids(sorted(rows, (row) => row.rate, 'ascending'))).toBe('adcb')
  expect(ids(sorted(rows, (row) => row.rate, 'descending'))).toBe('cadb')
})

it('leaves the given rows as they were', () => {
  sorted(rows, (row) => row.rate, 'ascending')
  expect(ids(rows)).toBe('abcd')
})

it('orders text by its numbers', () => {
  const scans = ['scan10', 'scan9', 'Scan1']
  expect(sorted(scans, (scan) => scan, 'ascending')).toEqual(['Scan1', 'scan9', 'scan10'])
})

it('turns round on a second click and starts anew on another column', () => {
  const first = clicked({ column: 'ne', direction: 'ascending' }, 'spl', 'descending')
  expect(first).toEqual({ column: 'spl', direction: 'descending' })
  expect(clicked(first, 'spl', 'descending').direction).toBe('ascending')
})
