import { expect, it } from 'vitest'

import { house } from '../../../testing/house'
import { radians } from '../../graph/angles'
import { followersStart } from './followersStart'

const viewer = { scan: house() }

it.each([
  [0, ''],
  [40, ''],
  [-60, 'their right'],
  [100, 'their left'],
  [180, 'behind them'],
  [-170, 'behind them'],
])('says where the path to the north begins for who looks along %d degrees', (degrees, words) => {
  const said = followersStart({ path: ['a', 'b'], heading: radians(degrees), viewer })
  expect(said).toContain(words)
  expect(said === '').toBe(words === '')
})

it('says nothing where there is no path', () => {
  expect(followersStart({ path: ['a'], heading: 2, viewer })).toBe('')
})
