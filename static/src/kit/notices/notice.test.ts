import { describe, expect, it } from 'vitest'
import { ApiProblem } from '../../api/ApiProblem'
import { problemNotice } from './notice'

describe('problemNotice', () => {
  const title = 'The numbers cannot be shown'

  it('does not call it a failure that a large store is still being read', () => {
    const reading = problemNotice(new ApiProblem(503, 'not_ready', '5,000 so far.', 'Look again.'), title)
    expect(reading).toMatchObject({ name: 'not-ready', detail: '5,000 so far.' })
    expect(reading.bad).toBeUndefined()
  })

  it('tells a failure with its remedy', () => {
    const failed = problemNotice(new ApiProblem(507, 'store_full', 'The disk is full.', 'Free some of it.'), title)
    expect(failed).toEqual({ name: 'problem', title, detail: 'The disk is full.', remedy: 'Free some of it.', bad: true })
  })
})
