// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import type { ScanView } from '../../api/types'
import { Edges } from './Edges'

const SCAN = {
  scan_id: 'house',
  viewpoints: [
    { viewpoint_id: 'a', neighbors: ['b', 'c'] },
    { viewpoint_id: 'b', neighbors: ['a'] },
    { viewpoint_id: 'c', neighbors: ['a', 'd'] },
    { viewpoint_id: 'd', neighbors: ['c'] },
  ],
} as unknown as ScanView

beforeEach(() => {
  localStorage.clear()
})

it('has each edge once, whichever way it is named', () => {
  const edges = new Edges(SCAN)
  edges.mark('c', 'a', 'bad')
  expect([edges.all, edges.markOf('a', 'c'), edges.count('bad')]).toEqual([[['a', 'b'], ['a', 'c'], ['c', 'd']], 'bad', 1])
})

it('takes a mark away that is given again, and changes another', () => {
  const edges = new Edges(SCAN)
  const marks = (['good', 'bad', 'bad'] as const).map((mark) => {
    edges.mark('a', 'b', mark)
    return edges.markOf('a', 'b')
  })
  expect(marks).toEqual(['good', 'bad', null])
})

it('keeps marks on this device, and forgets those of edges that are gone', () => {
  const edges = new Edges(SCAN)
  edges.mark('a', 'b', 'good')
  edges.mark('c', 'd', 'bad')
  expect(new Edges(SCAN).file).toEqual({ scan: 'house', good: [['a', 'b']], bad: [['c', 'd']] })
  const smaller = { ...SCAN, viewpoints: SCAN.viewpoints.slice(0, 2) }
  expect(new Edges(smaller).file).toEqual({ scan: 'house', good: [['a', 'b']], bad: [] })
})

it.each(['no JSON', '[1]', '{"a": "good"}', '[["x", "fine"]]'])('begins anew where what was kept cannot be read: %s', (kept) => {
  localStorage.setItem('pangea-edges-house', kept)
  expect(new Edges(SCAN).count('good')).toBe(0)
})

it('leads to an edge from here first, and to none when all are marked', () => {
  const edges = new Edges(SCAN)
  expect([edges.next('d'), edges.next('b')]).toEqual([['c', 'd'], ['a', 'b']])
  edges.mark('c', 'd', 'good')
  expect(edges.next('d')).toEqual(['a', 'b'])
  for (const [from, to] of edges.all) if (edges.markOf(from, to) === null) edges.mark(from, to, 'good')
  expect(edges.next('a')).toBeNull()
})
