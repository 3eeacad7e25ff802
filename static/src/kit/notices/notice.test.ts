import { describe, expect, it } from 'vitest'
import { isRefused, problemNotice } from './notice'

describe('problemNotice', () => {
  const title = 'The numbers cannot be shown'

  it('does not call it a failure that a large store is still being read', () => {
    const reading = problemNotice({ status: 503, code: 'not_ready', message: '5,000 so far.', remedy: 'Look again.' }, title)
    expect(reading).toMatchObject({ name: 'not-ready', detail: '5,000 so far.' })
    expect(reading.bad).toBeUndefined()
  })

  it.each([[401, 'not-signed-in', true], [403, 'not-a-manager', true], [503, 'problem', false]] as const)('tells who may not open the page: %d', (status, name, refused) => {
    const problem = { status, code: 'access', message: 'No.', remedy: '' }
    expect([problemNotice(problem, title).name, isRefused(problem)]).toEqual([name, refused])
  })

  it('tells a failure with its remedy', () => {
    const failed = problemNotice({ status: 507, code: 'store_full', message: 'The disk is full.', remedy: 'Free some of it.' }, title)
    expect(failed).toEqual({ name: 'problem', title, detail: 'The disk is full.', remedy: 'Free some of it.', bad: true })
  })
})
