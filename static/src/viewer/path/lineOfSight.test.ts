import { expect, it } from 'vitest'

import { house, viewpoint } from '../../../testing/house'
import { ScanGraph } from '../../graph/ScanGraph'
import { pathSightOf } from './lineOfSight'

/** The corridor goes on to the north (e), and on to a room behind a corner (f); d has a room behind it (g). */
const scan = house()
scan.viewpoints.push(viewpoint('e', [0.3, 9, 1.5], ['c', 'f']), viewpoint('f', [3, 9, 1.5], ['e']), viewpoint('g', [3, 6, 1.5], ['d']))
const graph = new ScanGraph(scan)
const seen = (path: string, at: number, here = path[at] ?? '') => pathSightOf(graph, null, Array.from(path), at, here)

it('sees along a corridor to its end, and nothing round the corner', () => {
  expect(seen('abcef', 0)).toEqual({ stretch: [0, 3], goal: false })
  expect(seen('abcef', 3)).toEqual({ stretch: [0, 4], goal: true })
  expect(seen('abce', 0)).toEqual({ stretch: [0, 3], goal: true })
  expect(seen('abdg', 0)).toEqual({ stretch: [0, 1], goal: false })
})

it('sees a goal that the path passes by before it is there', () => {
  expect(seen('abdgdbc', 1)).toEqual({ stretch: [0, 2], goal: true })
})

it('sees neighbours alone beside the path', () => {
  expect(seen('abc', 1, 'd')).toEqual({ stretch: [1, 1], goal: false })
  expect(seen('abc', 0, 'd')).toEqual({ stretch: null, goal: false })
})

it('sees what no wall of a plan hides, round a bend too, and on its own floor only', () => {
  const wall: [[number, number], [number, number]] = [[1, 4.6], [1.6, 4.2]] // between b and where d leads on to g
  const plan = (...walls: (typeof wall)[]) => ({ floors: [{ z: 0, walls, rooms: [], stairs: [] }, { z: 3, walls: [], rooms: [], stairs: [] }] })
  const from = (here: string, at: number, ...walls: (typeof wall)[]) => pathSightOf(graph, plan(...walls), ['a', 'b', 'd', 'g'], at, here)
  expect(from('b', 1)).toEqual({ stretch: [0, 3], goal: true })
  expect(from('b', 1, wall)).toEqual({ stretch: [0, 2], goal: false })
  expect(from('c', 1, wall)).toEqual({ stretch: [0, 3], goal: true }) // beside the path
  const upstairs = house()
  upstairs.viewpoints[3]!.position[2] = 4.5 // d, up a flight from b
  expect(pathSightOf(new ScanGraph(upstairs), plan(), ['a', 'b', 'd'], 0, 'a')).toEqual({ stretch: [0, 1], goal: false })
})
