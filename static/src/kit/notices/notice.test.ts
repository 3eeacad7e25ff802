import { describe, expect, it } from 'vitest'
import { problemNotice } from './notice'

describe('problemNotice', () => {
  const title = 'The numbers cannot be shown'

  it('does not call it a failure that a large store is still being read', () => {
    const reading = problemNotice({ status: 503, code: 'not_ready', message: '5,000 so far.', remedy: 'Look again.' }, title)
    expect(reading).toMatchObject({ name: 'not-ready', detail: '5,000 so far.' })
    expect(reading.bad).toBeUndefined()
  })

  it('tells a failure with its remedy', () => {
    const failed = problemNotice({ status: 507, code: 'store_full', message: 'The disk is full.', remedy: 'Free some of it.' }, title)
    expect(failed).toEqual({ name: 'problem', title, detail: 'The disk is full.', remedy: 'Free some of it.', bad: true })
  })
})
