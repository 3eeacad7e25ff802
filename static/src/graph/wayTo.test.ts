import { expect, it } from 'vitest'

import { house, viewpoint } from '../../testing/house'
import { ScanGraph } from './ScanGraph'
import { firstStepTo } from './wayTo'

it('leads round corners, and nowhere from where one is', () => {
  const graph = new ScanGraph(house())
  expect(firstStepTo(graph, 'd', 'a')).toBe('b')
  expect(firstStepTo(graph, 'b', 'a')).toBe('a')
  expect(firstStepTo(graph, 'a', 'a')).toBeNull()
})

it('takes the shortest way in metres, not the one with fewest steps', () => {
  const scan = {
    ...house(),
    viewpoints: [
      viewpoint('start', [0, 0, 1.5], ['far', 'near']),
      viewpoint('far', [0, 9, 1.5], ['start', 'goal']),
      viewpoint('near', [2, 0, 1.5], ['start', 'middle']),
      viewpoint('middle', [3, 0, 1.5], ['near', 'goal']),
      viewpoint('goal', [4, 0, 1.5], ['far', 'middle']),
    ],
  }
  expect(firstStepTo(new ScanGraph(scan), 'start', 'goal')).toBe('near')
})

it('knows no way where there is none', () => {
  const apart = { ...house(), viewpoints: [viewpoint('a', [0, 0, 1.5], []), viewpoint('b', [1, 0, 1.5], [])] }
  expect(firstStepTo(new ScanGraph(apart), 'a', 'b')).toBeNull()
})
