import { describe, expect, it } from 'vitest'

import { FOLLOWER, GUIDE, TOUR } from '../../../testing/kinds'
import { doneAddress, taskTotal } from './taskProgress'

const KINDS = [GUIDE, FOLLOWER, TOUR]
const TASK = { kind: 'guide', language: 'en-IN', pool: null, waiting: 1, open: 20, leased: 300, withdrawn: 0, retired: 0, done: 4000 }

it('counts every task once', () => {
  expect(taskTotal(TASK)).toBe(4321)
})

describe('doneAddress', () => {
  it('leads to the annotations that are counted', () => {
    expect(doneAddress(TASK, 'ne', KINDS)).toBe('?kind=guide&pool=&language=en-IN&measure=ne#annotations')
    expect(doneAddress({ ...TASK, kind: 'tour' }, 'ne', KINDS)).toBe('#tour-title')
  })

  it('leads nowhere where there are none, or they are of many languages', () => {
    expect(doneAddress({ ...TASK, done: 0 }, 'ne', KINDS)).toBeNull()
    expect(doneAddress({ ...TASK, language: null }, 'ne', KINDS)).toBeNull()
  })
})
