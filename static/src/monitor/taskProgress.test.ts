import { expect, it } from 'vitest'

import { taskTotal } from './taskProgress'

it('counts every task once', () => {
  expect(taskTotal({ kind: 'guide', language: 'en-IN', pool: null, waiting: 1, open: 20, leased: 300, withdrawn: 0, retired: 0, done: 4000 })).toBe(4321)
})
