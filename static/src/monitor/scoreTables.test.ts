import { expect, it } from 'vitest'

import { annotatorRows } from './scoreTables'

const scores = { followers: 4, guides: 2, success_rate: 0.5, success_interval: [0.15, 0.85] as [number, number], ne: 3, spl: 0.4, ndtw: 0.6 }

it('puts both roles of a person in one row, and knows who has worked in one only', () => {
  const rows = annotatorRows([
    { annotator_id: 7, role: 'guide', ...scores },
    { annotator_id: 9, role: 'follower', ...scores },
    { annotator_id: 7, role: 'follower', ...scores, ne: 1 },
  ])
  expect(rows.map(({ annotatorId, guide, follower }) => [annotatorId, guide?.ne, follower?.ne])).toEqual([
    [7, 3, 1],
    [9, undefined, 3],
  ])
})
